import { createStore } from '../../../base/storage/store.ts';
import type { Clock } from '../../../device/offline/clock.ts';

/** Spec §4 "Voice player". */
export type PlayerStatus = 'paused' | 'loading' | 'playing' | 'failed';

const playerMoves = {
  paused: ['loading', 'failed'],
  loading: ['playing', 'paused', 'failed'],
  /** To `loading` when sound arrives too slowly. */
  playing: ['paused', 'loading', 'failed'],
  failed: ['loading'],
} as const satisfies Record<PlayerStatus, readonly PlayerStatus[]>;

export function mayPlayerMove(from: PlayerStatus, to: PlayerStatus): boolean {
  const targets: readonly PlayerStatus[] = playerMoves[from];
  return targets.includes(to);
}

export interface PlayerView {
  readonly status: PlayerStatus;
  readonly seconds: number;
  /** As the audio element reports it. */
  readonly length: number | null;
  readonly failure: PlaybackFailure | null;
}

/**
 * `away`: the sound is not on this device, and the server is unreachable. `unplayable`: this browser does not play its
 * type. `refused`: the browser would not play it now.
 */
export type PlaybackFailure = 'broken' | 'away' | 'unplayable' | 'refused';

/** An address, or local bytes. */
export type VoiceSource = string | Blob;

export interface AudioOutput extends EventTarget {
  src: string;
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
}

/** At most one recording plays. */
export class OnePlaying {
  #current: VoicePlayer | null = null;

  /** The previous player pauses. */
  take(player: VoicePlayer): void {
    if (this.#current !== player) this.#current?.pause();
    this.#current = player;
  }
}

interface PlayerOptions {
  /** Called once, before the first playback. */
  readonly openAudio: () => AudioOutput;
  readonly turns: OnePlaying;
  readonly clock: Clock;
  /** Never rejects. */
  readonly whyUnreadable: (source: VoiceSource) => Promise<PlaybackFailure>;
  readonly onFailure: (failure: PlaybackFailure) => void;
  readonly onHeardFrom?: (address: string) => void;
}

/** The browser's own events are too rare for a smooth movement. */
const tickMs = 60;

const atRest: PlayerView = { status: 'paused', seconds: 0, length: null, failure: null };

export class VoicePlayer {
  readonly view = createStore<PlayerView>(atRest);
  readonly #options: PlayerOptions;
  #audio: AudioOutput | null = null;
  #source: VoiceSource | null = null;
  #rate = 1;
  #isAskingWhy = false;
  #cancelTick: () => void = () => undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  /** Must be called in a handler of a click or key, as browsers require. */
  toggle(source: VoiceSource): void {
    const { status } = this.view.get();
    if (status === 'playing' || status === 'loading') this.pause();
    else this.#play(source);
  }

  pause(): void {
    this.#audio?.pause();
    this.#moveTo('paused');
  }

  seek(source: VoiceSource, seconds: number): void {
    const audio = this.#load(source);
    audio.currentTime = seconds;
    this.view.set({ ...this.view.get(), seconds });
  }

  setRate(rate: number): void {
    this.#rate = rate;
    if (this.#audio !== null) this.#audio.playbackRate = rate;
  }

  /** Stops and releases the sound; the player can be used again. */
  release(): void {
    this.pause();
    this.#unload();
    this.view.set(atRest);
  }

  #play(source: VoiceSource): void {
    const hasFailed = this.view.get().status === 'failed';
    if (hasFailed) this.#unload();
    this.#options.turns.take(this);
    this.#moveTo('loading');
    const audio = this.#load(source);
    audio.play().catch((error: unknown) => this.#refused(error));
  }

  /** Keeps an existing source: local sound continues when its message is sent. */
  #load(source: VoiceSource): AudioOutput {
    const audio = this.#audio ?? this.#open();
    if (this.#source !== null) return audio;
    this.#source = source;
    audio.src = typeof source === 'string' ? source : URL.createObjectURL(source);
    audio.playbackRate = this.#rate;
    const { seconds } = this.view.get();
    if (seconds > 0) audio.currentTime = seconds;
    return audio;
  }

  #unload(): void {
    const audio = this.#audio;
    if (audio === null || this.#source === null) return;
    if (typeof this.#source !== 'string') URL.revokeObjectURL(audio.src);
    this.#source = null;
    audio.removeAttribute('src');
    audio.load();
  }

  #open(): AudioOutput {
    const audio = this.#options.openAudio();
    this.#audio = audio;
    // Playback may have been paused since.
    audio.addEventListener('playing', () => !audio.paused && this.#heard());
    audio.addEventListener('waiting', () => this.view.get().status === 'playing' && this.#moveTo('loading'));
    // Headphones were unplugged, or another app took over the audio.
    audio.addEventListener('pause', () => audio.paused && this.#moveTo('paused'));
    audio.addEventListener('ended', () => this.#ended(audio));
    audio.addEventListener('durationchange', () => this.#measured(audio.duration));
    audio.addEventListener('error', () => void this.#unreadable());
    return audio;
  }

  #heard(): void {
    if (!this.#moveTo('playing')) return;
    this.#scheduleTick();
    if (typeof this.#source === 'string') this.#options.onHeardFrom?.(this.#source);
  }

  /** Asks for the reason, which the element's event lacks. */
  async #unreadable(): Promise<void> {
    const source = this.#source;
    if (source === null || this.#isAskingWhy) return;
    this.#isAskingWhy = true;
    const failure = await this.#options.whyUnreadable(source);
    this.#isAskingWhy = false;
    // Not if it was released since.
    if (this.#source === source) this.#fail(failure);
  }

  #scheduleTick(): void {
    this.#cancelTick = this.#options.clock.after(tickMs, () => {
      const view = this.view.get();
      if (view.status !== 'playing') return;
      this.view.set({ ...view, seconds: this.#audio?.currentTime ?? view.seconds });
      this.#scheduleTick();
    });
  }

  #ended(audio: AudioOutput): void {
    this.#moveTo('paused');
    audio.currentTime = 0;
    this.view.set({ ...this.view.get(), seconds: 0 });
  }

  /** A recorder writes no length while streaming; the browser learns it at the end. */
  #measured(duration: number): void {
    if (Number.isFinite(duration)) this.view.set({ ...this.view.get(), length: duration });
  }

  #refused(error: unknown): void {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    // Unreadable sources fire a more specific event.
    const isUnreadable = error instanceof DOMException && error.name === 'NotSupportedError';
    if (!isAborted && !isUnreadable) this.#fail('refused');
  }

  #fail(failure: PlaybackFailure): void {
    if (!this.#moveTo('failed')) return;
    this.view.set({ ...this.view.get(), failure });
    this.#options.onFailure(failure);
  }

  #moveTo(status: PlayerStatus): boolean {
    const view = this.view.get();
    if (!mayPlayerMove(view.status, status)) return false;
    if (status !== 'playing') this.#cancelTick();
    this.view.set({ ...view, status, failure: null });
    return true;
  }
}
