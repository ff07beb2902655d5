import { historyTypes } from './types/history.ts';
import { memberTypes } from './types/members.ts';
import { messageTypes } from './types/messages.ts';
import { moderationTypes } from './types/moderation.ts';
import { notificationTypes } from './types/notifications.ts';

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

  type Settings {
    tokenAddress: String!
    tokenSupply: Int!
    groupLink: String!
    registrationOpen: Boolean!
  }
${memberTypes}${messageTypes}${notificationTypes}${moderationTypes}${historyTypes}`;
