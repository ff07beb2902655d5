/** Bounds of dispatch over HTTP. */
export interface DispatchLimits {
  /** Connections to each address. */
  readonly connections: number;
  /** Commands that wait for an answer; one more is told to come back. */
  readonly inFlight: number;
  /** Longest wait for a connection. */
  readonly connectMs: number;
  /** Longest wait for one address's answer, before another is asked. */
  readonly answerMs: number;
  /** Longest time for all tries of a command. */
  readonly patienceMs: number;
  /** Pauses when all addresses have been tried in vain: the first, and the longest. */
  readonly pauseFirstMs: number;
  readonly pauseMostMs: number;
  /** How long an address that failed is asked only when there is no other: after the first failure, and at most. */
  readonly restFirstMs: number;
  readonly restMostMs: number;
}

/** The limits unless told otherwise; all together less than the gateway waits for a command (`dispatchMs`). */
export const defaultDispatchLimits: DispatchLimits = {
  connections: 32,
  inFlight: 1_000,
  connectMs: 1_000,
  answerMs: 3_000,
  patienceMs: 8_000,
  pauseFirstMs: 50,
  pauseMostMs: 1_000,
  restFirstMs: 100,
  restMostMs: 5_000,
};
