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
  /** For so long a wallet may take to sign: hardware wallets are slow. */
  proofChallengeMinutes: 30,
  nonceMax: 64,
  /** Longest signature of a wallet, as text: room for those of contracts with many owners. */
  signatureMax: 4_096,
  messageMax: 4000,
  /** Longest draft that goes to other devices: more than a message may be, so that it can be shortened anywhere. */
  draftMax: 8_000,
  /** Most texts that are kept beside a draft. */
  draftAsides: 5,
  /** Most drafts of a member that the server keeps; the ones changed longest ago make room. */
  draftsMax: 500,
  /** Drafts that a member may put, over all devices: a second, and at once. */
  draftsPerSecond: 2,
  draftsBurst: 120,
  /** Most wallets and social links of one member; the screens promise "unlimited", this only stops abuse. */
  walletsMax: 500,
  /** For so many days an address counts as new: whoever is about to pay to it is warned. */
  newWalletDays: 7,
  /** For so many days visitors see which addresses were removed. */
  formerWalletDays: 30,
  /** Most removed addresses of a member that are remembered; the ones removed longest ago make room. */
  formerWalletsMax: 50,
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
  notificationTitleMax: 120,
  notificationMessageMax: 1_000,
  historyPageSize: 50,
  historyPageSizeMax: 200,
  /** Most members that a text may mean in the history. */
  historyTextMembersMax: 200,
  /** Most entries that are told of what an event hangs together with. */
  historyChainMax: 200,
  activityPageSize: 30,
  activityPageSizeMax: 100,
  notificationsPageSize: 50,
  notificationsPageSizeMax: 200,
  linkMax: 300,
  /** Largest uploads, decoded (design "HTTP"); the app compresses images below 1 MB first (spec §9). */
  imageBytesMax: 4 * 1024 * 1024,
  voiceBytesMax: 2 * 1024 * 1024,
  voiceSecondsMax: 5 * 60,
  /** Most pixels of an uploaded image: a small file may unfold to a huge picture. */
  imagePixelsMax: 40_000_000,
  /** Longest side of a kept avatar and background, in pixels (spec §9). */
  avatarSideMax: 400,
  backgroundSideMax: 1_200,
  resetLinkMinutes: 60,
  /** How long a proof that it is the member counts for changing their ways to sign in. */
  freshProofMinutes: 5,
  /** How long one counts for what administrators do to members. */
  moderationProofMinutes: 60,
  passkeysMax: 20,
  /** Ways to sign in that a password chosen by a link may leave: passkeys, wallets and providers. */
  recoveryKeepMax: 200,
  passkeyNameMax: 60,
  /** Largest frame on `/ws`, in bytes; voice goes over HTTP. */
  frameBytes: 64 * 1024,
  /** Frames a member may send, over all sockets: a second, and at once. More than messages, for a `ping` is one too. */
  framesPerSecond: 20,
  framesBurst: 1_200,
  /** Messages a member may send, by HTTP and as frames together: a second, and at once (design "HTTP"). */
  messagesPerSecond: 5,
  messagesBurst: 600,
  /** Requests from one address, upgrades of `/ws` among them: a second, and at once (design "HTTP"). */
  requestsPerSecond: 20,
  requestsBurst: 600,
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
