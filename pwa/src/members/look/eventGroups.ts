import type { Words } from '../../base/words/catalogue.ts';

export type EventGroup = keyof Words['history']['groups'];

/** All event types, by group in display order. */
export const eventGroups: readonly (readonly [EventGroup, readonly string[]])[] = [
  [
    'accounts',
    [
      'UserRegistered',
      'EmailConfirmed',
      'AdminGranted',
      'PasswordChanged',
      'ResetLinkIssued',
      'PasswordReset',
      'SignInMethodAdded',
      'SignInMethodRemoved',
      'UserDeleted',
    ],
  ],
  [
    'profiles',
    [
      'ProfileEdited',
      'AvatarChanged',
      'BackgroundChanged',
      'WalletAdded',
      'WalletRemoved',
      'WalletProved',
      'SocialLinkAdded',
      'SocialLinkRemoved',
      'LinkBackSeen',
      'LinkBackLost',
      'EnsNameSeen',
      'EnsNameLost',
      'WalletRestored',
      'SocialLinkRestored',
    ],
  ],
  [
    'verification',
    [
      'VerificationRequested',
      'VerificationApproved',
      'VerificationRejected',
      'UserVerified',
      'UserUnverified',
      'VerificationConfirmed',
      'TokensSet',
    ],
  ],
  [
    'moderation',
    [
      'ContentReported',
      'CaseClosed',
      'CaseReopened',
      'MemberWarned',
      'WarningWithdrawn',
      'ReportAnswered',
      'UserSuspended',
      'UserUnsuspended',
      'UserTypeChanged',
      'AdminNotesChanged',
    ],
  ],
  [
    'messages',
    [
      'MemberBlocked',
      'MemberUnblocked',
      'ContactPolicyChanged',
      'MessageSent',
      'MessageDeleted',
      'MessageRestored',
      'ConversationRead',
      'GlobalChatRead',
      'ConversationMuted',
      'ConversationUnmuted',
      'ConversationMarkedUnread',
      'UnreadMarkRemoved',
      'ConversationAccepted',
      'RequestDeleted',
    ],
  ],
  [
    'notifications',
    [
      'NotificationPublished',
      'NotificationActivated',
      'NotificationDeactivated',
      'NotificationRead',
      'AllNotificationsRead',
      'NotificationDismissed',
    ],
  ],
  ['settings', ['SettingsChanged']],
];

/** Null for an unknown type. */
export const groupOf = (type: string): EventGroup | null =>
  eventGroups.find(([, types]) => types.includes(type))?.[0] ?? null;
