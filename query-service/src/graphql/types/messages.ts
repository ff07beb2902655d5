export const messageTypes = /* GraphQL */ `
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
`;
