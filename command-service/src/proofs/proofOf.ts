import type { FrameCommand } from '@pmcw/contracts';
import type { ProofClass } from '@pmcw/http';
import type { InboxCommand } from '../deciders/inbox.ts';
import type { MessageCommand } from '../deciders/message.ts';
import type { NotificationCommand } from '../deciders/notification.ts';
import type { NotificationInboxCommand } from '../deciders/notificationInbox.ts';
import type { CaseCommand } from '../deciders/reportCase.ts';
import type { ChangeSettings } from '../deciders/settings.ts';
import type { UndoCommand } from '../deciders/undo.ts';
import type { UserCommand } from '../deciders/user.ts';

/** Commands that `handle` accepts. */
export type CommandType = (
  | UserCommand
  | UndoCommand
  | MessageCommand
  | InboxCommand
  | NotificationCommand
  | NotificationInboxCommand
  | CaseCommand
  | ChangeSettings
  | FrameCommand
)['type'];

/** Operations that change only the vault. */
export type OperationType =
  | 'SignIn'
  | 'SignOut'
  | 'EndSession'
  | 'ChangePassword'
  | 'UseResetLink'
  | 'AskForResetMail'
  | 'AskForConfirmationMail'
  | 'AskToSign'
  | 'ProveFreshly'
  | 'OfferPasskey'
  | 'RenamePasskey'
  | 'GoToProvider'
  | 'AddAtProvider'
  | 'ForgetNewcomer'
  | 'KeepDraft'
  | 'KeepPushSubscription'
  | 'CheckLink';

export type GivenType = CommandType | OperationType;

/**
 * How recent a session's proof must be. New types don't compile without an entry. Other authorities need no proof, or
 * refuse.
 */
export const proofOf: Readonly<Record<GivenType, ProofClass>> = {
  // A member's own, public and reversible.
  EditProfile: 'none',
  ChangeImages: 'none',
  AddWallet: 'none',
  // The address's signature is the proof.
  ListProvedWallet: 'none',
  YieldAddress: 'none',
  RemoveWallet: 'none',
  ProveWallet: 'none',
  AddSocialLink: 'none',
  RemoveSocialLink: 'none',
  // By the server.
  RecordLinkCheck: 'none',
  RecordEnsName: 'none',
  AnswerReport: 'none',
  RequestVerification: 'none',
  BlockMember: 'none',
  UnblockMember: 'none',
  ReportContent: 'none',
  SetContactPolicy: 'none',
  SendMessage: 'none',
  DeleteMessage: 'none',
  MarkRead: 'none',
  MoveMark: 'none',
  ChangeConversation: 'none',
  ReadNotification: 'none',
  ReadAllNotifications: 'none',
  DismissNotification: 'none',

  // Accounts and ways to sign in.
  RegisterUser: 'none',
  RegisterAdministrator: 'credentials',
  GrantAdmin: 'credentials',
  RecordPassword: 'credentials',
  // By a mailed link.
  ConfirmEmail: 'none',
  IssueResetLink: 'credentials',
  ResetPassword: 'credentials',
  FinishReset: 'credentials',
  AddSignInMethod: 'credentials',
  RemoveSignInMethod: 'credentials',
  RemoveSignInWallet: 'credentials',
  DeleteUser: 'credentials',

  // Addresses that receive payments: members' and the site's.
  ChangeSettings: 'credentials',
  UndoSettings: 'credentials',

  // Administrators' actions on others.
  VerifyUser: 'moderation',
  UnverifyUser: 'moderation',
  ConfirmVerification: 'moderation',
  ApproveVerification: 'moderation',
  RejectVerification: 'moderation',
  SetTokens: 'moderation',
  SuspendUser: 'moderation',
  UnsuspendUser: 'moderation',
  ChangeUserType: 'moderation',
  WriteAdminNotes: 'moderation',
  CloseCase: 'moderation',
  ReopenCase: 'moderation',
  RemoveMessage: 'moderation',
  WarnMember: 'moderation',
  WithdrawWarning: 'moderation',
  TakeOffWallet: 'moderation',
  TakeOffSocialLink: 'moderation',
  RestoreWallet: 'moderation',
  RestoreSocialLink: 'moderation',
  UndoEvent: 'moderation',
  PublishNotification: 'moderation',
  ToggleNotification: 'moderation',

  // Operations that append no events.
  SignIn: 'none',
  SignOut: 'none',
  EndSession: 'none',
  // With the current password (`RecordPassword`) or a one-time link (`ResetPassword`).
  ChangePassword: 'none',
  UseResetLink: 'none',
  AskForResetMail: 'none',
  AskForConfirmationMail: 'none',
  AskToSign: 'none',
  ProveFreshly: 'none',
  OfferPasskey: 'credentials',
  RenamePasskey: 'credentials',
  GoToProvider: 'none',
  AddAtProvider: 'credentials',
  ForgetNewcomer: 'none',
  KeepDraft: 'none',
  KeepPushSubscription: 'none',
  CheckLink: 'none',
};
