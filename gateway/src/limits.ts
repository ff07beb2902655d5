import { limits } from '@pmcw/contracts';

/** Limits of the gateway. Those that clients must know come from the `limits` of the contracts. */
export interface GatewayLimits {
  /** Largest frame that is parsed, in bytes; above four times that size the connection is dropped. */
  readonly frameBytes: number;
  /** Frames of a member over all sockets: per second, and in one burst. A burst of `Infinity` turns this off. */
  readonly framesPerSecond: number;
  readonly framesBurst: number;
  /** How many frames a `resume` counts as, because it may read the log. */
  readonly resumeCost: number;
  /** Consecutive refused frames after which a socket is closed. */
  readonly refusalsInRow: number;
  /** Bytes that may wait for a slow reader before its socket is cut off. */
  readonly socketBacklogBytes: number;
  /** Bytes that may wait before a replay pauses for the reader. */
  readonly replayBacklogBytes: number;
  /** How long a cut-off socket may take to read what waits for it, before it is dropped. */
  readonly cutOffMs: number;
  readonly authenticateMs: number;
  /** Seconds of silence after which a socket counts as dead; clients ping every 30. */
  readonly idleSeconds: number;
  /** Open sockets per member. */
  readonly socketsPerMember: number;
  /** Upgrades whose session is being looked up. */
  readonly pendingUpgrades: number;
  /** Commands of one socket that wait for an answer. */
  readonly commandsInFlight: number;
  /** Longest wait for the command service. */
  readonly dispatchMs: number;
  /** Longest wait for a session, the log's head or a page of the log. */
  readonly readMs: number;
  /** Changes remembered for clients that reconnect; clients that missed more must resync. */
  readonly recentChanges: number;
  readonly recentBytes: number;
  /** Member cards to remember. */
  readonly memberCards: number;
  /** Longest that a batch waits for the cards of its senders, once per card; clients fetch missing ones. */
  readonly cardsMs: number;
  /** First and longest wait before following the log again after a failure. */
  readonly restartFirstMs: number;
  readonly restartMostMs: number;
  /** Longest wait for commands in flight when the gateway closes. */
  readonly drainMs: number;
  /** How often sockets are checked for missing authentication and slow reading. */
  readonly tickMs: number;
}

export const defaultLimits: GatewayLimits = {
  frameBytes: limits.frameBytes,
  framesPerSecond: limits.framesPerSecond,
  framesBurst: limits.framesBurst,
  resumeCost: 20,
  refusalsInRow: 100,
  socketBacklogBytes: limits.socketBacklogBytes,
  replayBacklogBytes: limits.socketBacklogBytes / 4,
  cutOffMs: 10_000,
  authenticateMs: 10_000,
  idleSeconds: 90,
  socketsPerMember: 50,
  pendingUpgrades: 1000,
  commandsInFlight: 32,
  dispatchMs: 10_000,
  readMs: 5_000,
  recentChanges: 5_000,
  recentBytes: 32 * 1024 * 1024,
  memberCards: 10_000,
  cardsMs: 250,
  restartFirstMs: 100,
  restartMostMs: 2_000,
  drainMs: 5_000,
  tickMs: 1_000,
};
