import { limits } from '@pmcw/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording } from '../../../device/offline/database.ts';
import { ManualClock } from '../../../device/offline/forSpecs.ts';
import { isQuotaError } from '../../../device/offline/storageTrouble.ts';
import { type Capture, type Microphone, MicrophoneError } from './microphone.ts';
import { mayRecorderMove, Recorder, type RecorderPhase } from './recorder.ts';

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
  it.each(phases)('moves from %s only as the table allows', (from) => {
    expect(phases.map((to) => mayRecorderMove(from, to))).toEqual(table[from]);
  });
});

/** An open microphone with a scripted number of bytes. */
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
const completePart = vi.fn(async () => undefined);
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
  recorder = new Recorder({
    microphone: { open },
    clock,
    keep,
    keepPart: keep,
    completePart,
    discard,
    onNotice,
    onError,
  });
  recorder.view.subscribe(() => {
    const { phase } = recorder.view.get();
    if (phasesSeen.at(-1) !== phase) phasesSeen.push(phase);
  });
});

/** Advances time in steps, so that intermediate stores happen. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(1000, left));
    await Promise.resolve();
    await Promise.resolve();
  }
}

const full = () => new DOMException('Full', 'QuotaExceededError');

describe('recording', () => {
  it('goes from idle to recorded, with length and waveform, and releases the microphone', async () => {
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

  it('counts the seconds', async () => {
    await recorder.start();
    clock.advance(900);
    expect(recorder.view.get().seconds).toBe(0);
    clock.advance(100);
    expect(recorder.view.get().seconds).toBe(1);
    clock.advance(59_000);
    expect(recorder.view.get().seconds).toBe(60);
  });

  it.each([600_000, -600_000])('is as long as it took when the clock is set back by %i ms', async (ms) => {
    await recorder.start();
    capture.size = 900;
    await pass(3000);
    clock.setBack(ms);
    await pass(5000);
    expect(recorder.view.get()).toMatchObject({ phase: 'recording', seconds: 8 });
    await recorder.stop();
    expect(kept).toMatchObject({ seconds: 8 });
    expect(onNotice).not.toHaveBeenCalled();
  });

  it('stops before five minutes, with a notice', async () => {
    await recorder.start();
    await pass(limits.voiceSecondsMax * 1000);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(kept?.seconds).toBeGreaterThan(limits.voiceSecondsMax - 1);
    expect(kept?.seconds).toBeLessThan(limits.voiceSecondsMax);
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('longest');
    expect(capture.isOpen).toBe(false);
  });

  it('stops before two megabytes', async () => {
    await recorder.start();
    await pass(1000);
    capture.size = limits.voiceBytesMax - 64 * 1024;
    await pass(100);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(kept?.bytes.byteLength).toBeLessThan(limits.voiceBytesMax);
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('longest');
  });

  it('is stored every five seconds, in case the tab is closed', async () => {
    await recorder.start();
    await pass(4900);
    expect(keep).not.toHaveBeenCalled();
    await pass(100);
    expect(kept?.seconds).toBe(5);
    await pass(5000);
    expect(kept?.seconds).toBe(10);
    expect(recorder.view.get().phase).toBe('recording');
  });

  it('leaves nothing behind when canceled', async () => {
    await recorder.start();
    await pass(6000);
    expect(kept).not.toBeNull();
    await recorder.cancel();
    expect(phasesSeen.at(-1)).toBe('idle');
    expect(kept).toBeNull();
    expect(capture.isOpen).toBe(false);
    expect(clock.waiting).toEqual([]);
  });

  it('treats a press of half a second as an accident', async () => {
    await recorder.start();
    await pass(400);
    await recorder.stop();
    expect(recorder.view.get().phase).toBe('idle');
    expect(keep).not.toHaveBeenCalled();
    expect(capture.isOpen).toBe(false);
  });

  it('stops once, however often it is asked to', async () => {
    await recorder.start();
    await pass(2000);
    await Promise.all([recorder.stop(), recorder.stop(), recorder.cancel()]);
    expect(keep).toHaveBeenCalledOnce();
    expect(recorder.view.get().phase).toBe('recorded');
  });

  it('keeps what it has when the microphone is unplugged', async () => {
    await recorder.start();
    await pass(2000);
    unplug();
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('interrupted');
    expect(kept?.seconds).toBe(2);
  });
});

describe('asking for the microphone', () => {
  it.each(['denied', 'missing', 'unsupported'] as const)('reports why there is none: %s', async (why) => {
    open.mockRejectedValue(new MicrophoneError(why));
    await recorder.start();
    expect(recorder.view.get().phase).toBe('idle');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(why);
  });

  it('releases one that arrives after the person has left', async () => {
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

  it('happens once at a time', async () => {
    await Promise.all([recorder.start(), recorder.start()]);
    expect(open).toHaveBeenCalledOnce();
  });
});

describe('a device without room', () => {
  it('ends the recording as soon as storing fails, with what was stored before', async () => {
    await recorder.start();
    await pass(5000);
    keep.mockRejectedValue(full());
    await pass(5000);
    await expect.poll(() => recorder.view.get().phase).toBe('recorded');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('full');
    expect(kept?.seconds).toBe(5);
    expect(capture.isOpen).toBe(false);
  });

  it('has nothing if even the start could not be stored', async () => {
    keep.mockRejectedValue(full());
    await recorder.start();
    await pass(2000);
    await recorder.stop();
    expect(recorder.view.get().phase).toBe('idle');
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('full');
  });

  it("is recognized by the error's name, wrapped or not", () => {
    expect(isQuotaError(full())).toBe(true);
    expect(isQuotaError(Object.assign(new Error('Aborted'), { inner: full() }))).toBe(true);
    expect(isQuotaError(new Error('Something else'))).toBe(false);
    expect(isQuotaError('QuotaExceededError')).toBe(false);
  });
});

describe('a recording on the device', () => {
  it('is found, and must be sent or discarded before another one starts', async () => {
    recorder.found(true);
    expect(recorder.view.get().phase).toBe('recorded');
    await recorder.start();
    expect(open).not.toHaveBeenCalled();
    recorder.found(false);
    expect(recorder.view.get().phase).toBe('idle');
  });

  it('that is stored during recording does not end it', async () => {
    await recorder.start();
    recorder.found(true);
    expect(recorder.view.get().phase).toBe('recording');
    await recorder.cancel();
  });
});
