/** Spec §5, §9. */
export const limits = {
  fullNameMin: 2,
  fullNameMax: 100,
  usernameMin: 3,
  usernameMax: 30,
  emailMax: 254,
  telegramHandleMax: 64,
  passwordMin: 8,
  /** At a password change (spec §5); registration requires `passwordMin`. */
  newPasswordMin: 6,
  passwordMax: 256,
  bioMax: 200,
  walletAddressMin: 10,
  walletAddressMax: 128,
  addressListingsMax: 5,
  socialUsernameMax: 200,
  /** Hardware wallets are slow. */
  proofChallengeMinutes: 30,
  nonceMax: 64,
  /** Room for contracts with many owners. */
  signatureMax: 8_192,
  messageMax: 4000,
  /** More than a message, so that it can be shortened on any device. */
  draftMax: 8_000,
  draftAsides: 5,
  /** Per member; the oldest is dropped. */
  draftsMax: 500,
  /** Per member over all devices. */
  draftsPerSecond: 2,
  draftsBurst: 120,
  /** Against abuse; the screens promise "unlimited". */
  walletsMax: 500,
  newWalletDays: 7,
  formerWalletDays: 30,
  /** Per member; the oldest is dropped. */
  formerWalletsMax: 50,
  directoryPageSize: 12,
  directoryPageSizeMax: 100,
  /** Per member. */
  blocksMax: 1_000,
  blocksPageSize: 200,
  blocksPageSizeMax: 500,
  /** Accounts younger than this can start only `conversationsPerDay`. */
  newAccountDays: 7,
  conversationsPerDay: 20,
  reportTextMax: 500,
  reportsPerDay: 20,
  /** Further reports of an open case add nothing. */
  reportersMax: 1_000,
  caseReportsShown: 100,
  muteDaysMax: 366,
  messagesPageSize: 50,
  messagesPageSizeMax: 200,
  changesPageSize: 500,
  featuredUsers: 10,
  adminPageSize: 20,
  /** The limit of `integer` columns. */
  tokensMax: 2_147_483_647,
  notesMax: 2_000,
  requestMessageMax: 500,
  notificationTitleMax: 120,
  notificationMessageMax: 1_000,
  historyPageSize: 50,
  historyPageSizeMax: 200,
  historyTextMembersMax: 200,
  historyChainMax: 200,
  activityPageSize: 30,
  activityPageSizeMax: 100,
  notificationsPageSize: 50,
  notificationsPageSizeMax: 200,
  linkMax: 300,
  /** Decoded. */
  imageBytesMax: 4 * 1024 * 1024,
  voiceBytesMax: 2 * 1024 * 1024,
  voiceSecondsMax: 5 * 60,
  /** A small file may decode to a huge image. */
  imagePixelsMax: 40_000_000,
  /** Of stored images, in pixels (spec §9). */
  avatarSideMax: 400,
  backgroundSideMax: 1_200,
  resetLinkMinutes: 60,
  freshProofMinutes: 5,
  moderationProofMinutes: 60,
  passkeysMax: 20,
  recoveryKeepMax: 200,
  passkeyNameMax: 60,
  /** On `/ws`; recordings go over HTTP. */
  frameBytes: 64 * 1024,
  /** Per member over all sockets. More than messages, because a `ping` counts too. */
  framesPerSecond: 20,
  framesBurst: 1_200,
  /** Per member over HTTP and frames. */
  messagesPerSecond: 5,
  messagesBurst: 600,
  /** On a socket, of one conversation: those without an answer (`previous` in the frames). */
  messagesInFlight: 8,
  /** Per address, including upgrades of `/ws`. */
  requestsPerSecond: 20,
  requestsBurst: 600,
  /** More waiting bytes cut a socket off. */
  socketBacklogBytes: 1024 * 1024,
  sessionDays: 30,
} as const;

/** Milliseconds (spec §9). */
export const realtimeTiming = {
  maxReconnectAttempts: 10,
  reconnectBaseMs: 2000,
  reconnectFactor: 1.5,
  reconnectJitter: 0.2,
  reconnectMaxMs: 60_000,
  coolingMs: 120_000,
  pingEveryMs: 30_000,
  pongWithinMs: 5_000,
  /** Then clients send over HTTP with the same id. */
  ackWithinMs: 5_000,
} as const;

export const readYourWritesMs = 2000;
