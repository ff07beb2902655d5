/** Nested reads. Names and access rules are those of REST. Dates are ISO 8601, positions decimal strings. */
export const schema = /* GraphQL */ `
  type Query {
    "The signed-in member, null without a session."
    me: Me
    "The public profile of a username in any case of letters, null when there is none."
    profile(username: String!): Profile
    "Searches and pages through the members."
    directory(
      query: String
      isAuthorized: Boolean
      userType: String
      "Whether an address of theirs is proved by signature."
      hasProof: Boolean
      page: Int = 1
      limit: Int = 12
      sort: UserSort = username
    ): Directory!
    "The member's conversations, the one with the newest message first. Needs a session."
    conversations(before: String, limit: Int = 50): Conversations!
    "The member's notifications, newest first. Needs a session."
    notifications(includeRead: Boolean = true, before: String, limit: Int = 50): Notifications!
    "How many of them are unread. Needs a session."
    unreadNotifications: Int!
    "The token, the group, and whether newcomers may register."
    settings: Settings!
    "How many members there are. For administrators."
    adminStats: AdminStats!
    "Searches and pages through all members, by username, name and email. For administrators."
    adminUsers(
      query: String
      isAuthorized: Boolean
      isSuspended: Boolean
      userType: String
      page: Int = 1
      limit: Int = 20
      sort: UserSort = newest
    ): AdminUsers!
    "A member with everything that administrators may see, null when there is none. For administrators."
    adminUser(id: Int!): AdminUser
    "Requests to be verified: the open ones oldest first, closed ones newest first. For administrators."
    verificationRequests(status: RequestStatus = open, before: String, limit: Int = 20): VerificationRequests!
    """
    Everything that happened, newest first; all that is given must hold. \`actor\` is a member's id, or \`system\`; \`from\` and \`to\` are
    moments, \`before\` and \`after\` positions. For administrators.
    """
    history(
      actor: String
      target: Int
      type: [String!]
      stream: String
      from: String
      to: String
      text: String
      before: String
      after: String
      limit: Int = 50
    ): History!
    "What led to an event, everything else of the same requests, and what all of that led to; null when there is none. For administrators."
    historyChain(eventId: ID!): HistoryChain
    "An entry of the history, and the event as the log keeps it; null when there is none. For administrators."
    historyDetails(eventId: ID!): HistoryDetails
  }

  enum RequestStatus {
    open
    approved
    rejected
  }

  enum UserSort {
    newest
    oldest
    username
  }

  type Me {
    id: Int!
    username: String!
    fullName: String!
    email: String!
    telegramHandle: String!
    bio: String!
    userType: String!
    avatarUrl: String
    backgroundUrl: String
    isAdmin: Boolean!
    isAuthorized: Boolean!
    isSuspended: Boolean!
    pmcwTokens: Int!
    createdAt: String!
    "The member's public profile."
    profile: Profile
  }

  type AdminStats {
    totalUsers: Int!
    authorizedUsers: Int!
    "Neither verified nor suspended."
    pendingUsers: Int!
    suspendedUsers: Int!
  }

  type AdminUsers {
    users: [AdminUser!]!
    pagination: Pagination!
  }

  type AdminUser {
    id: Int!
    username: String!
    fullName: String!
    email: String!
    telegramHandle: String!
    bio: String!
    userType: String!
    avatarUrl: String
    backgroundUrl: String
    isAdmin: Boolean!
    isAuthorized: Boolean!
    isSuspended: Boolean!
    pmcwTokens: Int!
    createdAt: String!
    walletCount: Int!
    "The profile, also of the suspended, with wallets and links."
    profile: Profile
    "Notes of administrators; may be empty."
    notes: String!
    wallets: [Wallet!]!
    socials: [SocialLink!]!
    "The latest requests to be verified, ten at most, newest first."
    requests: [VerificationRequest!]!
  }

  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type VerificationRequests {
    requests: [VerificationRequest!]!
    next: String
  }

  type VerificationRequest {
    id: ID!
    userId: Int!
    user: MemberCard!
    message: String!
    status: RequestStatus!
    "Why it was rejected, null otherwise."
    reason: String
    createdAt: String!
    closedAt: String
    "The member's current wallets."
    wallets: [RequestWallet!]!
    "The member who made the request."
    member: AdminUser
  }

  type RequestWallet {
    id: ID!
    network: String!
    address: String!
    "Since when it is proved by signature, null while it is not."
    provedAt: String
  }

  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type History {
    entries: [HistoryEntry!]!
    next: String
  }

  type HistoryEntry {
    position: String!
    eventId: ID!
    stream: String!
    revision: Int!
    type: String!
    "Who did it, null for the system itself."
    actor: HistoryMember
    "Whom it is about, null where that is no single member."
    target: HistoryMember
    occurredAt: String!
    "The request that led to it, and all else that did."
    correlationId: String!
    "The command or event that led to it."
    causationId: String!
    undoes: String
    "The event's data but for what is personal, as JSON."
    facts: String!
  }

  "A member by the name they have now, which is null when they are erased."
  type HistoryMember {
    id: Int!
    username: String
  }

  "Oldest first; not \`isWhole\` if there are more."
  type HistoryChain {
    entries: [HistoryEntry!]!
    isWhole: Boolean!
  }

  type HistoryDetails {
    entry: HistoryEntry!
    "The event with its data and metadata, as JSON: [erased] of members who were erased, [sealed] what members wrote to each other alone."
    record: String!
  }

  type Settings {
    tokenAddress: String!
    tokenSupply: Int!
    groupLink: String!
    registrationOpen: Boolean!
  }

  type Profile {
    id: Int!
    username: String!
    fullName: String!
    bio: String!
    avatarUrl: String
    backgroundUrl: String
    userType: String!
    isAuthorized: Boolean!
    "Since when; null while not verified."
    verifiedAt: String
    "Time of the latest change of a verified name; null if it is unchanged or not verified."
    nameChangedAt: String
    pmcwTokens: Int!
    createdAt: String!
    wallets: [Wallet!]!
    "Removed in the last 30 days, the latest first."
    formerWallets: [FormerWallet!]!
    socials: [SocialLink!]!
  }

  type Wallet {
    id: ID!
    network: String!
    address: String!
    addedAt: String!
    "The member's proof of ownership, null without one."
    proof: WalletProof
  }

  "A statement signed by the key of the address, or taken by its contract for its own."
  type WalletProof {
    statement: String!
    signature: String!
    "eip-191, eip-1271, ed25519, bip-137 or bip-322."
    scheme: String!
    provedAt: String!
  }

  type FormerWallet {
    id: ID!
    network: String!
    address: String!
    addedAt: String!
    "proved_by_another if another member proved that the address is theirs; null if the member or an administrator removed it."
    cause: String
    removedAt: String!
  }

  type SocialLink {
    id: ID!
    platform: String!
    username: String!
  }

  type Directory {
    users: [DirectoryCard!]!
    pagination: Pagination!
  }

  type DirectoryCard {
    id: Int!
    username: String!
    fullName: String!
    bio: String!
    avatarUrl: String
    userType: String!
    isAuthorized: Boolean!
    pmcwTokens: Int!
    networks: [String!]!
    "Whether an address of theirs is proved by signature."
    hasProof: Boolean!
    profile: Profile
  }

  type Pagination {
    page: Int!
    limit: Int!
    total: Int!
    totalPages: Int!
  }

  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type Conversations {
    conversations: [Conversation!]!
    next: String
  }

  type Conversation {
    "Id of the other member."
    userId: Int!
    "The other member's public profile, null while it may not be seen."
    member: Profile
    username: String!
    fullName: String!
    avatarUrl: String
    unreadCount: Int!
    "Position up to which the other member has read."
    readUpTo: String!
    lastMessage: Message
    "Messages before a position, newest first."
    messages(before: String, limit: Int = 50): [Message!]!
  }

  type Message {
    id: ID!
    senderId: Int!
    receiverId: Int!
    content: String!
    messageType: String!
    voiceUrl: String
    voiceSeconds: Float
    isGlobal: Boolean!
    isRead: Boolean!
    createdAt: String!
    position: String!
    sender: MemberCard!
  }

  "A page; \`next\` is the \`before\` of the following one, null at the end."
  type Notifications {
    deliveries: [NotificationDelivery!]!
    next: String
  }

  type NotificationDelivery {
    id: ID!
    userId: Int!
    notificationId: ID!
    read: Boolean!
    createdAt: String!
    notification: NotificationText!
  }

  type NotificationText {
    title: String!
    message: String!
    createdAt: String!
  }

  type MemberCard {
    username: String!
    fullName: String!
    avatarUrl: String
  }
`;
