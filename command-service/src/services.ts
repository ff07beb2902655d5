import type { Settings } from '@pmcw/contracts';
import type {
  CaseEvent,
  InboxEvent,
  InboxNotificationEvent,
  InboxState,
  MessageEvent,
  MessageState,
  NotificationEvent,
  NotificationInboxState,
  NotificationState,
  ReportCaseState,
  SettingsEvent,
} from '@pmcw/contracts/events';
import type { Logger } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';
import type { KnownPeers } from './contacts/knownPeers.ts';
import type { InboxCommand } from './deciders/inbox.ts';
import type { MessageCommand } from './deciders/message.ts';
import type { NotificationCommand } from './deciders/notification.ts';
import type { NotificationInboxCommand } from './deciders/notificationInbox.ts';
import type { CaseCommand } from './deciders/reportCase.ts';
import type { ChangeSettings } from './deciders/settings.ts';
import type { Erasing } from './erasure/erasing.ts';
import type { ReceiptOf } from './erasure/receipts.ts';
import type { Handling } from './handling/handle.ts';
import type { StreamStates } from './handling/streamStates.ts';
import type { Limits } from './limits/limits.ts';
import type { Mailing } from './mail/mailing.ts';
import type { Images } from './media/images.ts';
import type { Places } from './media/places.ts';
import type { AdmitUpload } from './media/uploads.ts';
import type { Members } from './members/members.ts';
import type { NewestMessages } from './messages/newestMessages.ts';
import type { WaitingMarks } from './messages/waitingMarks.ts';
import type { OpenidProvider } from './openid/provider.ts';
import type { ProfileChecking } from './profileChecks/profileChecking.ts';
import type { FindContractScheme } from './walletProofs/contractWallets.ts';

export interface Services extends Handling {
  readonly vault: Vault;
  readonly limits: Limits;
  /** Hosts of browsers' push services; the known ones by default. */
  readonly pushServices: readonly string[] | undefined;
  readonly findContractScheme: FindContractScheme;
  readonly passkeyLogger: Pick<Logger, 'warn'>;
  readonly openid: OpenidProvider | null;
  /** Null if the site checks no links. */
  readonly profileChecking: ProfileChecking | null;
  readonly members: Members;
  readonly knownPeers: KnownPeers;
  readonly erasing: Erasing;
  /** Null if the site sends no mail. */
  readonly mailing: Mailing | null;
  readonly receiptOf: ReceiptOf;
  readonly images: Images;
  readonly places: Places;
  readonly admitUpload: AdmitUpload;
  readonly messages: StreamStates<MessageState, MessageCommand, MessageEvent>;
  readonly cases: StreamStates<ReportCaseState, CaseCommand, CaseEvent>;
  readonly inboxes: StreamStates<InboxState, InboxCommand, InboxEvent>;
  readonly newestMessages: NewestMessages;
  readonly waitingMarks: WaitingMarks;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
  readonly settings: StreamStates<Settings, ChangeSettings, SettingsEvent>;
  readonly notifications: StreamStates<NotificationState, NotificationCommand, NotificationEvent>;
  /** The streams of `inboxes`. */
  readonly notificationInboxes: StreamStates<
    NotificationInboxState,
    NotificationInboxCommand,
    InboxNotificationEvent
  >;
}

/** A member's state in the log, and their data in the vault. */
export type MemberStores = Pick<Services, 'members' | 'vault'>;

/** For commands that change both. */
export type MemberHandling = Handling & MemberStores;
