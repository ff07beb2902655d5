import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Sent by hash; in production the server answers no others, except for administrators. */
export const graphqlDocuments = {
  adminStats: /* GraphQL */ `query AdminStats {
  adminStats { totalUsers authorizedUsers pendingUsers suspendedUsers }
}`,
  adminUsers: /* GraphQL */ `query AdminUsers(
  $query: String, $isAuthorized: Boolean, $isSuspended: Boolean, $userType: String, $page: Int, $limit: Int, $sort: UserSort
) {
  adminUsers(
    query: $query, isAuthorized: $isAuthorized, isSuspended: $isSuspended, userType: $userType, page: $page, limit: $limit, sort: $sort
  ) {
    users {
      id username fullName email telegramHandle bio userType avatarUrl backgroundUrl isAdmin isAuthorized isSuspended
      pmcwTokens createdAt walletCount notes
      wallets { id network address addedAt proof { statement signature scheme provedAt } }
      socials { id platform username }
      requests { id message status reason createdAt closedAt }
    }
    pagination { page limit total totalPages }
  }
}`,
  verificationQueue: /* GraphQL */ `query VerificationQueue($before: String, $limit: Int) {
  verificationRequests(status: open, before: $before, limit: $limit) {
    requests {
      id userId message createdAt
      user { username fullName avatarUrl }
      wallets { id network address provedAt }
      member { email bio userType isSuspended notes wallets { id network address addedAt proof { statement signature scheme provedAt } } socials { id platform username } }
    }
    next
  }
}`,
  history: /* GraphQL */ `query History(
  $actor: String, $target: Int, $type: [String!], $stream: String, $from: String, $to: String, $text: String, $before: String, $limit: Int
) {
  history(
    actor: $actor, target: $target, type: $type, stream: $stream, from: $from, to: $to, text: $text, before: $before, limit: $limit
  ) {
    entries {
      position eventId stream revision type occurredAt correlationId causationId undoes facts
      actor { id username }
      target { id username }
    }
    next
  }
}`,
  profile: /* GraphQL */ `query Profile($username: String!) {
  profile(username: $username) {
    id username fullName bio avatarUrl backgroundUrl userType isAuthorized verifiedAt nameChangedAt pmcwTokens createdAt
    wallets { id network address addedAt proof { statement signature scheme provedAt } }
    formerWallets { id network address addedAt removedAt cause }
    socials { id platform username }
  }
}`,
  directory: /* GraphQL */ `query Directory(
  $query: String, $isAuthorized: Boolean, $userType: String, $hasProof: Boolean, $page: Int, $limit: Int, $sort: UserSort
) {
  directory(
    query: $query, isAuthorized: $isAuthorized, userType: $userType, hasProof: $hasProof, page: $page, limit: $limit, sort: $sort
  ) {
    users {
      id username fullName bio avatarUrl userType isAuthorized pmcwTokens networks hasProof
      profile { verifiedAt wallets { id network address addedAt proof { statement signature scheme provedAt } } socials { id platform username } }
    }
    pagination { page limit total totalPages }
  }
}`,
  notifications: /* GraphQL */ `query Notifications($includeRead: Boolean, $before: String, $limit: Int) {
  unreadNotifications
  notifications(includeRead: $includeRead, before: $before, limit: $limit) {
    deliveries { id userId notificationId read createdAt notification { title message createdAt } }
    next
  }
}`,
  conversations: /* GraphQL */ `query Conversations($before: String, $limit: Int, $messages: Int) {
  conversations(before: $before, limit: $limit) {
    conversations {
      userId username fullName avatarUrl unreadCount readUpTo
      lastMessage { id content messageType createdAt position }
      messages(limit: $messages) {
        id senderId receiverId content messageType voiceUrl voiceSeconds isGlobal isRead createdAt position
        sender { username fullName avatarUrl }
      }
    }
    next
  }
}`,
} as const;
export type GraphqlDocumentName = keyof typeof graphqlDocuments;

/** SHA-256 in hex, for `extensions.persistedQuery.sha256Hash`. */
export const hashOfDocument = (document: string): string => bytesToHex(sha256(utf8ToBytes(document)));
