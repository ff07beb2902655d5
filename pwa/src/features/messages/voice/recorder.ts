import { limits } from '@pmcw/contracts';
import { createStore } from '../../../base/storage/store.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { Recording } from '../../../device/offline/database.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { peaksOf } from './loudness.ts';
import { type Capture, type Microphone, MicrophoneError, type MicrophoneFailure } from './microphone.ts';

/** Where a recording stands (spec §4 "Voice recording"). */
export type RecorderPhase =
  | 'idle'
  /** The browser asks the person for the microphone. */
  | 'asking'
  | 'recording'
  /** The last bytes are being written to the device. */
  | 'keeping'
  /** There is one to listen to, and to send or discard. */
  | 'recorded';

/** Every allowed move. */
export const recorderMoves = {
  /** To `recorded` when one of an earlier visit, or of another tab, is found. */
  idle: ['asking', 'recorded'],
  asking: ['recording', 'idle'],
  recording: ['keeping', 'idle'],
  keeping: ['recorded', 'idle'],
  /** Sent or discarded. */
  recorded: ['idle'],
} as const satisfies Record<RecorderPhase, readonly RecorderPhase[]>;

/** Whether a recording may go from one phase to the other. */
export function mayGo(from: RecorderPhase, to: RecorderPhase): boolean {
  const targets: readonly RecorderPhase[] = recorderMoves[from];
  return targets.includes(to);
}

/** What the screen shows of a recording. */
export interface RecorderView {
  readonly phase: RecorderPhase;
  /** Whole seconds so far. */
  readonly seconds: number;
  /** Loudness from the beginning, ten values a second, from 0 to 1. */
  readonly levels: readonly number[];
}

/** What a person has to be told: no microphone, no room, cut off by the device, or ended at the longest. */
export type RecorderNotice = MicrophoneFailure | 'full' | 'interrupted' | 'longest';

/** What the recorder needs of the world, and whom it tells. */
export interface RecorderOptions {
  readonly microphone: Microphone;
  readonly clock: Clock;
  /** Keeps a recording on the device, in place of what was kept before. */
  readonly keep: (recording: Recording) => Promise<void>;
  /** Removes what is kept. */
  readonly discard: () => Promise<void>;
  readonly onNotice: (notice: RecorderNotice) => void;
  /** The device failed otherwise. */
  readonly onError: (error: unknown) => void;
}

/** How often the level is looked at, in milliseconds. */
const tickMs = 100;
/** What was recorded is kept this often while it goes on: a tab may die at any moment. In milliseconds. */
const keepEveryMs = 5000;
/** Shorter is a slip of the finger, in milliseconds. */
const shortestMs = 500;
/** The bytes count a little longer than the clock, and the server counts the bytes: so much before five minutes. */
const longestMs = limits.voiceSecondsMax * 1000 - 500;
/** What comes between two looks must fit as well. */
const mostBytes = limits.voiceBytesMax - 64 * 1024;

const nothing: RecorderView = { phase: 'idle', seconds: 0, levels: [] };

interface UnderWay {
  readonly capture: Capture;
  readonly startedAt: number;
  readonly cancelTick: () => void;
  /** When it was last handed over to be kept. */
  readonly handedAt: number;
}

/** Records one voice message at a time, and keeps it on the device while and after it is recorded. */
export class Recorder {
  /** What the screen shows. */
  readonly view = createStore<RecorderView>(nothing);
  readonly #options: RecorderOptions;
  #underWay: UnderWay | null = null;
  /** Raised by whatever ends the wait for the microphone. */
  #asked = 0;
  /** Whether the device has some of the recording under way. */
  #isKept = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Asks for the microphone and records. Does nothing unless idle. */
  async start(): Promise<void> {
    const { microphone, clock, onNotice, onError } = this.#options;
    if (!this.#go('asking')) return;
    this.#asked += 1;
    const ticket = this.#asked;
    try {
      const capture = await microphone.open(() => this.#interrupted());
      if (ticket !== this.#asked) return capture.drop();
      const startedAt = clock.now();
      this.#underWay = { capture, startedAt, handedAt: startedAt, cancelTick: this.#scheduleTick() };
      this.#isKept = false;
      this.#go('recording');
    } catch (error) {
      if (ticket !== this.#asked) return;
      this.#go('idle');
      if (error instanceof MicrophoneError) onNotice(error.why);
      else onError(error);
    }
  }

  /** Ends the recording and keeps it; a wait for the microphone is given up. */
  async stop(): Promise<void> {
    if (this.view.get().phase === 'asking') return this.#giveUpAsking();
    const underWay = this.#end();
    if (underWay === null) return;
    const { capture, startedAt } = underWay;
    const lengthMs = this.#options.clock.now() - startedAt;
    if (lengthMs < shortestMs) return this.#forget(capture);
    this.#go('keeping');
    try {
      await this.#keep(capture, await capture.finish(), lengthMs);
      this.#go('recorded');
    } catch (error) {
      this.#notKept(error);
    }
  }

  /** Ends the recording without keeping any of it. */
  async cancel(): Promise<void> {
    if (this.view.get().phase === 'asking') return this.#giveUpAsking();
    const underWay = this.#end();
    if (underWay !== null) await this.#forget(underWay.capture);
  }

  /** Whether the device keeps a recording: one may be found there, and be sent or discarded anywhere. */
  found(isThere: boolean): void {
    const { phase } = this.view.get();
    if (isThere && phase === 'idle') this.#go('recorded');
    if (!isThere && phase === 'recorded') this.#go('idle');
  }

  #giveUpAsking(): void {
    this.#asked += 1;
    this.#go('idle');
  }

  /** The recording is over, and nobody ends it twice. */
  #end(): UnderWay | null {
    const underWay = this.#underWay;
    this.#underWay = null;
    underWay?.cancelTick();
    return underWay;
  }

  async #forget(capture: Capture): Promise<void> {
    capture.drop();
    this.#go('idle');
    await this.#options.discard().catch(this.#options.onError);
  }

  #interrupted(): void {
    if (this.#underWay === null) return;
    this.#options.onNotice('interrupted');
    void this.stop();
  }

  #scheduleTick(): () => void {
    return this.#options.clock.after(tickMs, () => this.#tick());
  }

  #tick(): void {
    const underWay = this.#underWay;
    if (underWay === null) return;
    const { capture, startedAt, handedAt } = underWay;
    const now = this.#options.clock.now();
    const lengthMs = now - startedAt;
    const { phase, levels } = this.view.get();
    const seconds = Math.floor(lengthMs / 1000);
    this.view.set({ phase, seconds, levels: [...levels, capture.level()] });
    if (lengthMs >= longestMs || capture.size >= mostBytes) {
      this.#options.onNotice('longest');
      void this.stop();
      return;
    }
    const isDue = now - handedAt >= keepEveryMs;
    this.#underWay = { ...underWay, handedAt: isDue ? now : handedAt, cancelTick: this.#scheduleTick() };
    if (isDue) void this.#keepSoFar(capture, lengthMs);
  }

  async #keepSoFar(capture: Capture, lengthMs: number): Promise<void> {
    try {
      const bytes = await capture.soFar();
      if (this.#underWay?.capture === capture) await this.#keep(capture, bytes, lengthMs);
    } catch (error) {
      if (this.#underWay?.capture !== capture) return;
      this.#end();
      capture.drop();
      this.#go('keeping');
      this.#notKept(error);
    }
  }

  async #keep({ mediaType }: Capture, bytes: ArrayBuffer, lengthMs: number): Promise<void> {
    const seconds = Math.round(lengthMs / 100) / 10;
    await this.#options.keep({ bytes, mediaType, seconds, peaks: peaksOf(this.view.get().levels) });
    this.#isKept = true;
  }

  /** What was kept before is still there. */
  #notKept(error: unknown): void {
    const { onNotice, onError } = this.#options;
    this.#go(this.#isKept ? 'recorded' : 'idle');
    if (noteIfFull(error)) onNotice('full');
    else onError(error);
  }

  #go(phase: RecorderPhase): boolean {
    const view = this.view.get();
    if (!mayGo(view.phase, phase)) return false;
    const isOver = phase === 'idle' || phase === 'recorded';
    this.view.set(isOver ? { ...nothing, phase } : { ...view, phase });
    return true;
  }
}
