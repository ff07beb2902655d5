/** Every number that client and server must agree on (spec §5, §9; design "HTTP"). */
export const limits = {
  fullNameMin: 2,
  fullNameMax: 100,
  usernameMin: 3,
  usernameMax: 30,
  emailMax: 254,
  telegramHandleMax: 64,
  passwordMin: 8,
  /** At a password change (spec §5); registration asks for `passwordMin`. */
  newPasswordMin: 6,
  passwordMax: 256,
  bioMax: 200,
  walletAddressMin: 10,
  walletAddressMax: 128,
  socialUsernameMax: 200,
  messageMax: 4000,
  /** Most wallets and social links of one member; the screens promise "unlimited", this only stops abuse. */
  walletsMax: 500,
  directoryPageSize: 12,
  directoryPageSizeMax: 100,
  messagesPageSize: 50,
  messagesPageSizeMax: 200,
  changesPageSize: 500,
  featuredUsers: 10,
  adminPageSize: 20,
  /** Largest token count and supply: what the `integer` columns hold. */
  tokensMax: 2_147_483_647,
  notesMax: 2_000,
  requestMessageMax: 500,
  /** Largest frame on `/ws`, in bytes; voice goes over HTTP. */
  frameBytes: 64 * 1024,
  /** Frames a socket may send: a second, and at once. */
  framesPerSecond: 5,
  framesBurst: 600,
  /** Bytes that may wait for a slow reader before its socket is cut off. */
  socketBacklogBytes: 1024 * 1024,
  sessionDays: 30,
} as const;

/** Timing of the realtime connection, in milliseconds (spec §9). */
export const realtimeTiming = {
  maxReconnectAttempts: 10,
  reconnectBaseMs: 2000,
  reconnectFactor: 1.5,
  reconnectJitter: 0.2,
  reconnectMaxMs: 60_000,
  coolingMs: 120_000,
  pingEveryMs: 30_000,
  pongWithinMs: 5_000,
  /** No acknowledgement within this means HTTP with the same id (design "PWA"). */
  ackWithinMs: 5_000,
} as const;

/** Longest time a query waits for its read model to reach the asked position, in milliseconds. */
export const readYourWritesMs = 2000;
