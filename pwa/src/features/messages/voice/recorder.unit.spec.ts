import { limits } from '@pmcw/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording } from '../../../device/offline/database.ts';
import { ManualClock } from '../../../device/offline/forSpecs.ts';
import { isQuotaError } from '../../../device/offline/storageTrouble.ts';
import { type Capture, type Microphone, MicrophoneError } from './microphone.ts';
import { mayGo, Recorder, type RecorderPhase } from './recorder.ts';

const phases: readonly RecorderPhase[] = ['idle', 'asking', 'recording', 'keeping', 'recorded'];

/** Rows: from. Columns: to, in the order of `phases`. */
const table = {
  idle: [false, true, false, false, true],
  asking: [true, false, true, false, false],
  recording: [true, false, false, true, false],
  keeping: [true, false, false, false, true],
  recorded: [true, false, false, false, false],
} as const satisfies Record<RecorderPhase, readonly boolean[]>;

describe('the life of a recording', () => {
  it.each(phases)('%s goes only where the table says', (from) => {
    expect(phases.map((to) => mayGo(from, to))).toEqual(table[from]);
  });
});

/** A microphone that is held open, with as many bytes as a spec says. */
class FakeCapture implements Capture {
  readonly mediaType = 'audio/webm;codecs=opus';
  size = 0;
  isOpen = true;

  level(): number {
    return 0.5;
  }

  async soFar(): Promise<ArrayBuffer> {
    return new ArrayBuffer(this.size);
  }

  async finish(): Promise<ArrayBuffer> {
    this.isOpen = false;
    return new ArrayBuffer(this.size);
  }

  drop(): void {
    this.isOpen = false;
  }
}

let clock: ManualClock;
let capture: FakeCapture;
let unplug: () => void;
let kept: Recording | null;
let phasesSeen: RecorderPhase[];
let recorder: Recorder;
const open = vi.fn<Microphone['open']>();
const keep = vi.fn<(recording: Recording) => Promise<void>>();
const onNotice = vi.fn();
const onError = vi.fn();

beforeEach(() => {
  clock = new ManualClock();
  capture = new FakeCapture();
  kept = null;
  phasesSeen = [];
  vi.resetAllMocks();
  open.mockImplementation(async (onEnded) => {
    unplug = onEnded;
    return capture;
  });
  keep.mockImplementation(async (recording) => {
    kept = recording;
  });
  const discard = async () => {
    kept = null;
  };
  recorder = new Recorder({ microphone: { open }, clock, keep, discard, onNotice, onError });
  recorder.view.subscribe(() => {
    const { phase } = recorder.view.get();
    if (phasesSeen.at(-1) !== phase) phasesSeen.push(phase);
  });
});

/** Lets time pass in steps, so that what is kept in between is kept. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(1000, left));
    await Promise.resolve();
    await Promise.resolve();
  }
}

const full = () => new DOMException('Full', 'QuotaExceededError');

describe('recording', () => {
  it('goes from idle to recorded, with its length and its waveform, and lets go of the microphone', async () => {
    await recorder.start();
    capture.size = 900;
    await pass(3450);
    expect(recorder.view.get()).toMatchObject({ phase: 'recording', seconds: 3 });
    expect(recorder.view.get().levels).toHaveLength(34);
    await recorder.stop();
    expect(phasesSeen).toEqual(['asking', 'recording', 'keeping', 'recorded']);
    expect(kept).toMatchObject({ mediaType: 'audio/webm;codecs=opus', seconds: 3.5 });
    expect(kept?.bytes.byteLength).toBe(900);
    expect(Math.max(...(kept?.peaks ?? []))).toBe(100);
    expect(capture.isOpen).toBe(false);
    expect(clock.waiting).toEqual([]);
  });

  it('counts the seconds as they pass', async () => {
    await recorder.start();
    clock.advance(900);
    expect(recorder.view.get().seconds).toBe(0);
    clock.advance(100);
    expect(recorder.view.get().seconds).toBe(1);
    clock.advance(59_000);
    expect(recorder.view.get().seconds).toBe(60);
  });

  it('ends by itself before five minutes, and says so', async () => {
    await recorder.start();
    await pass(limits.voiceSecondsMax * 1000);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(kept?.seconds).toBeGreaterThan(limits.voiceSecondsMax - 1);
    expect(kept?.seconds).toBeLessThan(limits.voiceSecondsMax);
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('longest');
    expect(capture.isOpen).toBe(false);
  });

  it('ends by itself before two megabytes', async () => {
    await recorder.start();
    await pass(1000);
    capture.size = limits.voiceBytesMax - 64 * 1024;
    await pass(100);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(kept?.bytes.byteLength).toBeLessThan(limits.voiceBytesMax);
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('longest');
  });

  it('is kept every five seconds while it goes on: a tab may die', async () => {
    await recorder.start();
    await pass(4900);
    expect(keep).not.toHaveBeenCalled();
    await pass(100);
    expect(kept?.seconds).toBe(5);
    await pass(5000);
    expect(kept?.seconds).toBe(10);
    expect(recorder.view.get().phase).toBe('recording');
  });

  it('leaves nothing behind when it is cancelled', async () => {
    await recorder.start();
    await pass(6000);
    expect(kept).not.toBeNull();
    await recorder.cancel();
    expect(phasesSeen.at(-1)).toBe('idle');
    expect(kept).toBeNull();
    expect(capture.isOpen).toBe(false);
    expect(clock.waiting).toEqual([]);
  });

  it('takes a press of half a second for a slip of the finger', async () => {
    await recorder.start();
    await pass(400);
    await recorder.stop();
    expect(recorder.view.get().phase).toBe('idle');
    expect(keep).not.toHaveBeenCalled();
    expect(capture.isOpen).toBe(false);
  });

  it('is stopped once, however often it is asked', async () => {
    await recorder.start();
    await pass(2000);
    await Promise.all([recorder.stop(), recorder.stop(), recorder.cancel()]);
    expect(keep).toHaveBeenCalledOnce();
    expect(recorder.view.get().phase).toBe('recorded');
  });

  it('keeps what there is when the microphone is pulled out', async () => {
    await recorder.start();
    await pass(2000);
    unplug();
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('interrupted');
    expect(kept?.seconds).toBe(2);
  });
});

describe('asking for the microphone', () => {
  it.each(['denied', 'missing', 'unsupported'] as const)('says why there is none: %s', async (why) => {
    open.mockRejectedValue(new MicrophoneError(why));
    await recorder.start();
    expect(recorder.view.get().phase).toBe('idle');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(why);
  });

  it('lets go of one that comes after the person has left', async () => {
    let answer: (given: Capture) => void = () => undefined;
    open.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const started = recorder.start();
    await recorder.stop();
    expect(recorder.view.get().phase).toBe('idle');
    answer(capture);
    await started;
    expect(capture.isOpen).toBe(false);
    expect(recorder.view.get().phase).toBe('idle');
  });

  it('is done once at a time', async () => {
    await Promise.all([recorder.start(), recorder.start()]);
    expect(open).toHaveBeenCalledOnce();
  });
});

describe('a device without room', () => {
  it('ends the recording as soon as it cannot be kept, with what was kept before', async () => {
    await recorder.start();
    await pass(5000);
    keep.mockRejectedValue(full());
    await pass(5000);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('full');
    expect(kept?.seconds).toBe(5);
    expect(capture.isOpen).toBe(false);
  });

  it('has nothing when not even the beginning could be kept', async () => {
    keep.mockRejectedValue(full());
    await recorder.start();
    await pass(2000);
    await recorder.stop();
    expect(recorder.view.get().phase).toBe('idle');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('full');
  });

  it('is known by the name of the error, wrapped or not', () => {
    expect(isQuotaError(full())).toBe(true);
    expect(isQuotaError(Object.assign(new Error('Aborted'), { inner: full() }))).toBe(true);
    expect(isQuotaError(new Error('Something else'))).toBe(false);
    expect(isQuotaError('QuotaExceededError')).toBe(false);
  });
});

describe('a recording on the device', () => {
  it('is found, and no other is begun before it is sent or discarded', async () => {
    recorder.found(true);
    expect(recorder.view.get().phase).toBe('recorded');
    await recorder.start();
    expect(open).not.toHaveBeenCalled();
    recorder.found(false);
    expect(recorder.view.get().phase).toBe('idle');
  });

  it('that is kept while it goes on does not end it', async () => {
    await recorder.start();
    recorder.found(true);
    expect(recorder.view.get().phase).toBe('recording');
    await recorder.cancel();
  });
});
