import { createStore } from '../../../base/storage/store.ts';
import type { Clock } from '../../../device/offline/clock.ts';

/** Where playback stands (spec §4 "Voice player"). */
export type PlayerStatus =
  /** At rest: at the start, or where it was held. */
  | 'paused'
  /** Asked to play, and nothing is heard yet. */
  | 'loading'
  | 'playing'
  | 'failed';

/** Every allowed move. */
export const playerMoves = {
  paused: ['loading', 'failed'],
  loading: ['playing', 'paused', 'failed'],
  /** To `loading` when the sound does not come as fast as it is heard. */
  playing: ['paused', 'loading', 'failed'],
  failed: ['loading'],
} as const satisfies Record<PlayerStatus, readonly PlayerStatus[]>;

/** Whether playback may go from one status to the other. */
export function mayTurn(from: PlayerStatus, to: PlayerStatus): boolean {
  const targets: readonly PlayerStatus[] = playerMoves[from];
  return targets.includes(to);
}

/** What the screen shows of a player. */
export interface PlayerView {
  readonly status: PlayerStatus;
  /** Position. */
  readonly seconds: number;
  /** Length as the sound itself tells it; null until it does, and where it never does. */
  readonly length: number | null;
  /** Why it could not be played; null unless it has failed. */
  readonly failure: PlaybackFailure | null;
}

/**
 * `broken`: the sound is missing or no sound. `away`: it is not on this device, and the server is out of reach. `refused`: the
 * browser would not play it.
 */
export type PlaybackFailure = 'broken' | 'away' | 'refused';

/** Where sound comes from: an address, or bytes that are still on this device. */
export type VoiceSource = string | Blob;

/** The part of an audio element that the player uses. */
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

/** Lets one player at a time be heard. */
export class Turns {
  #current: VoicePlayer | null = null;

  /** It is this one's turn: whoever was playing pauses. */
  take(player: VoicePlayer): void {
    if (this.#current !== player) this.#current?.pause();
    this.#current = player;
  }
}

/** What a player needs of the world, and whom it tells. */
export interface PlayerOptions {
  /** Called once, when it is first to play. */
  readonly openAudio: () => AudioOutput;
  readonly turns: Turns;
  readonly clock: Clock;
  /** Whether it is for want of a connection that an address gave no sound. Never rejects. */
  readonly isAway: (address: string) => Promise<boolean>;
  readonly onFailure: (failure: PlaybackFailure) => void;
  /** Hears of each sound that comes from an address, once it is heard. */
  readonly onHeardFrom?: (address: string) => void;
}

/** How often the position is looked at while playing, in milliseconds: the browser's own events are too few to glide. */
const tickMs = 60;

const atRest: PlayerView = { status: 'paused', seconds: 0, length: null, failure: null };

/** Plays one voice message. */
export class VoicePlayer {
  /** What the screen shows. */
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

  /** Plays from where it stands, or pauses. Call it while handling the person's press: browsers ask for that. */
  toggle(source: VoiceSource): void {
    const { status } = this.view.get();
    if (status === 'playing' || status === 'loading') this.pause();
    else this.#play(source);
  }

  /** Pauses, keeping the place. */
  pause(): void {
    this.#audio?.pause();
    this.#turn('paused');
  }

  /** Goes to a position, playing or not. */
  seek(source: VoiceSource, seconds: number): void {
    const audio = this.#load(source);
    audio.currentTime = seconds;
    this.view.set({ ...this.view.get(), seconds });
  }

  /** How fast it plays; 1 is as it was said. */
  setRate(rate: number): void {
    this.#rate = rate;
    if (this.#audio !== null) this.#audio.playbackRate = rate;
  }

  /** Falls silent and lets go of the sound; may be used again. */
  release(): void {
    this.pause();
    this.#unload();
    this.view.set(atRest);
  }

  #play(source: VoiceSource): void {
    const hasFailed = this.view.get().status === 'failed';
    if (hasFailed) this.#unload();
    this.#options.turns.take(this);
    this.#turn('loading');
    const audio = this.#load(source);
    audio.play().catch((error: unknown) => this.#refused(error));
  }

  /** Gives the audio element its source, unless it has one: what plays from this device goes on when it was sent. */
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
    // Events come late: what they tell may have been taken back since.
    audio.addEventListener('playing', () => !audio.paused && this.#heard());
    audio.addEventListener('waiting', () => this.view.get().status === 'playing' && this.#turn('loading'));
    // Headphones were pulled out, or another program took the sound.
    audio.addEventListener('pause', () => audio.paused && this.#turn('paused'));
    audio.addEventListener('ended', () => this.#ended(audio));
    audio.addEventListener('durationchange', () => this.#measured(audio.duration));
    audio.addEventListener('error', () => void this.#unreadable());
    return audio;
  }

  #heard(): void {
    if (!this.#turn('playing')) return;
    this.#scheduleTick();
    if (typeof this.#source === 'string') this.#options.onHeardFrom?.(this.#source);
  }

  /** The element does not say why: no sound at the address, or no way to it. */
  async #unreadable(): Promise<void> {
    const source = this.#source;
    if (source === null || this.#isAskingWhy) return;
    this.#isAskingWhy = true;
    const isAway = typeof source === 'string' && (await this.#options.isAway(source));
    this.#isAskingWhy = false;
    // Let go of meanwhile.
    if (this.#source === source) this.#fail(isAway ? 'away' : 'broken');
  }

  #scheduleTick(): void {
    this.#cancelTick = this.#options.clock.after(tickMs, () => {
      const view = this.view.get();
      if (view.status !== 'playing') return;
      this.view.set({ ...view, seconds: this.#audio?.currentTime ?? view.seconds });
      this.#scheduleTick();
    });
  }

  /** Back to the start (spec §4). */
  #ended(audio: AudioOutput): void {
    this.#turn('paused');
    audio.currentTime = 0;
    this.view.set({ ...this.view.get(), seconds: 0 });
  }

  /** A recorder writes no length into what it writes as it goes; the browser then knows it at the end. */
  #measured(duration: number): void {
    if (Number.isFinite(duration)) this.view.set({ ...this.view.get(), length: duration });
  }

  #refused(error: unknown): void {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    // An unreadable source has its own event, which says more.
    const isUnreadable = error instanceof DOMException && error.name === 'NotSupportedError';
    if (!isAborted && !isUnreadable) this.#fail('refused');
  }

  #fail(failure: PlaybackFailure): void {
    if (!this.#turn('failed')) return;
    this.view.set({ ...this.view.get(), failure });
    this.#options.onFailure(failure);
  }

  #turn(status: PlayerStatus): boolean {
    const view = this.view.get();
    if (!mayTurn(view.status, status)) return false;
    if (status !== 'playing') this.#cancelTick();
    this.view.set({ ...view, status, failure: null });
    return true;
  }
}
