import type { Words } from '../../base/words/catalogue.ts';

/** A group of kinds of events. */
export type EventGroup = keyof Words['history']['groups'];

/** Every kind of event, in the groups and the order in which they are offered. */
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
  ['moderation', ['UserSuspended', 'UserUnsuspended', 'UserTypeChanged', 'AdminNotesChanged']],
  ['messages', ['MessageSent', 'MessageDeleted', 'ConversationRead', 'GlobalChatRead']],
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

/** The group of a kind of event; null of one that is not known. */
export const groupOf = (type: string): EventGroup | null =>
  eventGroups.find(([, types]) => types.includes(type))?.[0] ?? null;
