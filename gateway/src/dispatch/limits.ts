/** Limits of dispatch over HTTP. */
export interface DispatchLimits {
  /** Per address. */
  readonly connections: number;
  /** Commands that wait for an answer; further ones are refused as `unavailable`. */
  readonly inFlight: number;
  /** Longest wait for a connection. */
  readonly connectMs: number;
  /** Longest wait for an answer of one address before another is tried. */
  readonly answerMs: number;
  /** Longest time for all tries of a command. */
  readonly patienceMs: number;
  /** First and longest pause after all addresses have been tried in vain. */
  readonly pauseFirstMs: number;
  readonly pauseMostMs: number;
  /** First and longest time for which an address that failed is tried last. */
  readonly restFirstMs: number;
  readonly restMostMs: number;
}

/** Add up to less than the gateway waits for a command (`dispatchMs`). */
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
