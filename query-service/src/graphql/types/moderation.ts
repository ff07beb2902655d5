export const moderationTypes = /* GraphQL */ `
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

  enum RequestStatus {
    open
    approved
    rejected
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
`;
