import { limits } from '@pmcw/contracts';

/** Bounds of the gateway. What client and server must agree on comes from the contracts' `limits`. */
export interface GatewayLimits {
  /** Largest frame that is read, in bytes; one four times as large drops the connection unread. */
  readonly frameBytes: number;
  /** Frames a member may send, over all sockets: a second, and at once. A burst of `Infinity` turns this off. */
  readonly framesPerSecond: number;
  readonly framesBurst: number;
  /** What a `resume` costs in frames, for it may read the log. */
  readonly resumeCost: number;
  /** Frames in a row that a socket may have refused (as too many, or as nonsense) before it is closed. */
  readonly refusalsInRow: number;
  /** Bytes that may wait for a slow reader before its socket is cut off. */
  readonly socketBacklogBytes: number;
  /** Bytes that a replay lets wait before it pauses until the reader has caught up. */
  readonly replayBacklogBytes: number;
  /** How long a cut-off socket may still take in what waits for it, before it is dropped. */
  readonly cutOffMs: number;
  readonly authenticateMs: number;
  /** Silence, in seconds, after which a socket is taken for dead; clients ping every 30. */
  readonly idleSeconds: number;
  /** Open sockets of one member. */
  readonly socketsPerMember: number;
  /** Upgrades whose session is being looked up. */
  readonly pendingUpgrades: number;
  /** Commands of one socket that wait for their answer. */
  readonly commandsInFlight: number;
  /** Longest wait for the command service. */
  readonly dispatchMs: number;
  /** Longest wait for a session, the log's head or a page of the log. */
  readonly readMs: number;
  /** Changes that are remembered for those who come back; who missed more is told to resync. */
  readonly recentChanges: number;
  readonly recentBytes: number;
  /** Member cards that are remembered. */
  readonly memberCards: number;
  /** Longest that a batch of events waits for the cards of its senders, once for each; devices ask for what they lack. */
  readonly cardsMs: number;
  /** First and longest wait before following the log again after a failure. */
  readonly restartFirstMs: number;
  readonly restartMostMs: number;
  /** Longest that closing waits for commands in hand. */
  readonly drainMs: number;
  /** How often sockets are looked at for what is overdue: authentication, the end of a session, a cut-off reader. */
  readonly tickMs: number;
}

/** The limits unless told otherwise. */
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
