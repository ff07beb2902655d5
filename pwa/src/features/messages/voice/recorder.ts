import { limits } from '@pmcw/contracts';
import { createStore } from '../../../base/storage/store.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { Recording } from '../../../device/offline/database.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { peaksOf } from './loudness.ts';
import { type Capture, type Microphone, MicrophoneError, type MicrophoneFailure } from './microphone.ts';

/** Spec §4 "Voice recording". */
export type RecorderPhase = 'idle' | 'asking' | 'recording' | 'keeping' | 'recorded';

const recorderMoves = {
  /** A recording of an earlier visit or another tab was found. */
  idle: ['asking', 'recorded'],
  asking: ['recording', 'idle'],
  recording: ['keeping', 'idle'],
  keeping: ['recorded', 'idle'],
  recorded: ['idle'],
} as const satisfies Record<RecorderPhase, readonly RecorderPhase[]>;

export function mayRecorderMove(from: RecorderPhase, to: RecorderPhase): boolean {
  const targets: readonly RecorderPhase[] = recorderMoves[from];
  return targets.includes(to);
}

export interface RecorderView {
  readonly phase: RecorderPhase;
  readonly seconds: number;
  /** Ten values per second, from 0 to 1. */
  readonly levels: readonly number[];
}

/** `interrupted`: the device ended it. */
export type RecorderNotice = MicrophoneFailure | 'full' | 'interrupted' | 'longest';

interface RecorderOptions {
  readonly microphone: Microphone;
  readonly clock: Clock;
  /** Replace what is stored of the recording. */
  readonly keepPart: (recording: Recording) => Promise<void>;
  readonly keep: (recording: Recording) => Promise<void>;
  /** Completes the recording with its stored part. */
  readonly completePart: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly onNotice: (notice: RecorderNotice) => void;
  readonly onError: (error: unknown) => void;
}

const tickMs = 100;
/** A tab may be closed at any time. */
const keepEveryMs = 5000;
/** Anything shorter is an accident. */
const shortestMs = 500;
/** A margin: the server counts the encoded length, which slightly exceeds the clock's. */
const longestMs = limits.voiceSecondsMax * 1000 - 500;
/** Leaves room for data between two checks. */
const mostBytes = limits.voiceBytesMax - 64 * 1024;

const nothing: RecorderView = { phase: 'idle', seconds: 0, levels: [] };

interface UnderWay {
  readonly capture: Capture;
  readonly startedAt: number;
  readonly cancelTick: () => void;
  /** When it was last stored. */
  readonly handedAt: number;
}

/** Records one voice message at a time, and stores it both during and after. */
export class Recorder {
  readonly view = createStore<RecorderView>(nothing);
  readonly #options: RecorderOptions;
  #underWay: UnderWay | null = null;
  /** Incremented by everything that ends the wait for the microphone. */
  #asked = 0;
  #isKept = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Does nothing unless idle. */
  async start(): Promise<void> {
    const { microphone, clock, onNotice, onError } = this.#options;
    if (!this.#moveTo('asking')) return;
    this.#asked += 1;
    const ticket = this.#asked;
    try {
      const capture = await microphone.open(() => this.#interrupted());
      if (ticket !== this.#asked) return capture.drop();
      const startedAt = clock.elapsed();
      this.#underWay = { capture, startedAt, handedAt: startedAt, cancelTick: this.#scheduleTick() };
      this.#isKept = false;
      this.#moveTo('recording');
    } catch (error) {
      if (ticket !== this.#asked) return;
      this.#moveTo('idle');
      if (error instanceof MicrophoneError) onNotice(error.why);
      else onError(error);
    }
  }

  /** Stores the recording, or stops waiting for the microphone. */
  async stop(): Promise<void> {
    if (this.view.get().phase === 'asking') return this.#giveUpAsking();
    const underWay = this.#end();
    if (underWay === null) return;
    const { capture, startedAt } = underWay;
    const lengthMs = this.#options.clock.elapsed() - startedAt;
    if (lengthMs < shortestMs) return this.#forget(capture);
    this.#moveTo('keeping');
    try {
      await this.#options.keep(this.#recordingOf(capture, await capture.finish(), lengthMs));
      this.#moveTo('recorded');
    } catch (error) {
      this.#notKept(error);
    }
  }

  async cancel(): Promise<void> {
    if (this.view.get().phase === 'asking') return this.#giveUpAsking();
    const underWay = this.#end();
    if (underWay !== null) await this.#forget(underWay.capture);
  }

  /** Follows the stored recording, which any tab may send or discard. */
  found(isThere: boolean): void {
    const { phase } = this.view.get();
    if (isThere && phase === 'idle') this.#moveTo('recorded');
    if (!isThere && phase === 'recorded') this.#moveTo('idle');
  }

  #giveUpAsking(): void {
    this.#asked += 1;
    this.#moveTo('idle');
  }

  #end(): UnderWay | null {
    const underWay = this.#underWay;
    this.#underWay = null;
    underWay?.cancelTick();
    return underWay;
  }

  async #forget(capture: Capture): Promise<void> {
    capture.drop();
    this.#moveTo('idle');
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
    const now = this.#options.clock.elapsed();
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
      if (this.#underWay?.capture !== capture) return;
      await this.#options.keepPart(this.#recordingOf(capture, bytes, lengthMs));
      this.#isKept = true;
    } catch (error) {
      if (this.#underWay?.capture !== capture) return;
      this.#end();
      capture.drop();
      this.#moveTo('keeping');
      this.#notKept(error);
    }
  }

  #recordingOf({ mediaType }: Capture, bytes: ArrayBuffer, lengthMs: number): Recording {
    const seconds = Math.round(lengthMs / 100) / 10;
    return { bytes, mediaType, seconds, peaks: peaksOf(this.view.get().levels) };
  }

  #notKept(error: unknown): void {
    const { completePart, onNotice, onError } = this.#options;
    this.#moveTo(this.#isKept ? 'recorded' : 'idle');
    if (this.#isKept) completePart().catch(onError);
    if (noteIfFull(error)) onNotice('full');
    else onError(error);
  }

  #moveTo(phase: RecorderPhase): boolean {
    const view = this.view.get();
    if (!mayRecorderMove(view.phase, phase)) return false;
    const isOver = phase === 'idle' || phase === 'recorded';
    this.view.set(isOver ? { ...nothing, phase } : { ...view, phase });
    return true;
  }
}
