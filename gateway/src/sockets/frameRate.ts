import type { ClientFrame } from '@pmcw/contracts';
import { type Rates, TokenBucket } from '@pmcw/runtime';
import type { GatewayLimits } from '../limits.ts';

type FrameLimits = Pick<GatewayLimits, 'framesPerSecond' | 'framesBurst' | 'resumeCost' | 'refusalsInRow'>;

/** Part of the burst that commands leave for pings and reconnects, so that a full outbox never cuts its own socket. */
const reservedShare = 0.1;

/** One socket's share of its member's rate. */
export class FrameRate {
  readonly #rates: Rates<number>;
  readonly #userId: number;
  readonly #limits: FrameLimits;
  /** Refusals before the socket is closed; made at the first one. */
  #patience: TokenBucket | null = null;

  constructor(rates: Rates<number>, userId: number, limits: FrameLimits) {
    this.#rates = rates;
    this.#userId = userId;
    this.#limits = limits;
  }

  /**
   * Returns the seconds to wait, or 0 if the frame may be handled.
   * @param frame null if it is invalid
   */
  take(frame: ClientFrame | null): number {
    const { framesBurst, resumeCost } = this.#limits;
    const cost = frame !== null && startsReplay(frame) ? resumeCost : 1;
    return this.#rates.take(this.#userId, cost, isCommand(frame) ? framesBurst * reservedShare : 0);
  }

  /** Counts a refusal. Returns whether the client keeps sending although it was asked to wait. */
  refused(): boolean {
    const now = performance.now();
    this.#patience ??= patience(this.#limits, now);
    return this.#patience.take(1, now) > 0;
  }
}

/** Refilled at twice the rate, because many frames may be on their way when the client is asked to wait. */
const patience = ({ framesPerSecond, refusalsInRow }: FrameLimits, now: number) =>
  new TokenBucket({ perSecond: 2 * framesPerSecond, burst: refusalsInRow }, now);

const isCommand = (frame: ClientFrame | null): boolean =>
  frame?.type === 'message' || frame?.type === 'mark_read';

const startsReplay = (frame: ClientFrame): boolean =>
  frame.type === 'resume' || (frame.type === 'authenticate' && frame.after !== undefined);
