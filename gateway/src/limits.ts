import { limits } from '@pmcw/contracts';

/** In addition to the `limits` of the contracts. */
export interface GatewayLimits {
  /** Connections with a frame four times as large are dropped. */
  readonly frameBytes: number;
  /** Per member, over all sockets. A burst of `Infinity` turns this off. */
  readonly framesPerSecond: number;
  readonly framesBurst: number;
  /** Frames that a `resume` counts as, because it may read the log. */
  readonly resumeCost: number;
  /** Then the socket is closed. For a member's rate, waiting earns some back (`sockets/frameRate.ts`). */
  readonly refusalsInRow: number;
  /** A socket with more waiting is cut off. */
  readonly socketBacklogBytes: number;
  readonly replayBacklogBytes: number;
  readonly cutOffMs: number;
  readonly authenticateMs: number;
  /** Silence after which a socket counts as dead; clients ping every 30 seconds. */
  readonly idleSeconds: number;
  readonly socketsPerMember: number;
  readonly pendingUpgrades: number;
  readonly commandsInFlight: number;
  /**
   * Of one conversation; clients learn it from `authenticated`. The gateway takes twice as many, because a client may
   * take a pushed message for its answer, and send the next before the gateway has the command service's.
   */
  readonly messagesInFlight: number;
  readonly dispatchMs: number;
  /** For a session, the log's head or a page of the log. */
  readonly readMs: number;
  /** For clients that reconnect; those that missed more must resync. */
  readonly recentChanges: number;
  readonly recentBytes: number;
  /** Sockets that are pushed to in one turn of the event loop, when a change is for all. */
  readonly broadcastSlice: number;
  /** After a push to all sockets, for each of them: until the next one. A write to one costs a tenth of this. */
  readonly broadcastRestPerSocketMs: number;
  /** However many sockets there are. */
  readonly broadcastRestMs: number;
  /** More changes than this end a rest. */
  readonly changesHeld: number;
  readonly memberCards: number;
  /** How long a batch waits for a sender's card, once; clients fetch missing ones. */
  readonly cardsMs: number;
  readonly restartFirstMs: number;
  readonly restartMostMs: number;
  readonly drainMs: number;
  /** How often authentication and slow readers are checked. */
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
  // The app sends to four conversations at once; read marks come on top.
  commandsInFlight: 5 * 2 * limits.messagesInFlight,
  messagesInFlight: limits.messagesInFlight,
  dispatchMs: 10_000,
  readMs: 5_000,
  recentChanges: 5_000,
  recentBytes: 32 * 1024 * 1024,
  broadcastSlice: 100,
  broadcastRestPerSocketMs: 0.1,
  broadcastRestMs: 250,
  changesHeld: 1_000,
  memberCards: 10_000,
  cardsMs: 250,
  restartFirstMs: 100,
  restartMostMs: 2_000,
  drainMs: 5_000,
  tickMs: 1_000,
};
