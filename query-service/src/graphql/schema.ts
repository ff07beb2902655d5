/**
 * The schema: nested reads, which are clumsy over REST. Fields are named as REST names them; what REST refuses to
 * strangers is refused here too. Dates are ISO 8601, positions decimal strings.
 */
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
      page: Int = 1
      limit: Int = 12
      sort: UserSort = username
    ): Directory!
    "One's own conversations, the one with the newest message first. Needs a session."
    conversations(limit: Int = 50): [Conversation!]!
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
    "One's own public profile."
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
    pmcwTokens: Int!
    createdAt: String!
    wallets: [Wallet!]!
    socials: [SocialLink!]!
  }

  type Wallet {
    id: ID!
    network: String!
    address: String!
    addedAt: String!
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
    profile: Profile
  }

  type Pagination {
    page: Int!
    limit: Int!
    total: Int!
    totalPages: Int!
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
    isGlobal: Boolean!
    isRead: Boolean!
    createdAt: String!
    position: String!
    sender: MemberCard!
  }

  type MemberCard {
    username: String!
    fullName: String!
    avatarUrl: String
  }
`;
