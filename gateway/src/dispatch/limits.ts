export interface DispatchLimits {
  readonly connections: number;
  /** Further commands are refused as `unavailable`. */
  readonly inFlight: number;
  readonly connectMs: number;
  /** Then another address is tried. */
  readonly answerMs: number;
  /** For all tries of a command. */
  readonly patienceMs: number;
  /** After all addresses have failed. */
  readonly pauseFirstMs: number;
  readonly pauseMostMs: number;
  /** How long an address that failed is tried last. */
  readonly restFirstMs: number;
  readonly restMostMs: number;
}

/** Together less than the gateway waits for a command (`dispatchMs`). */
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
