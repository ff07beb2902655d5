import type { FrameCommand } from '@pmcw/contracts';
import type { ProofClass } from '@pmcw/http';
import type { MoveMark } from '../deciders/inbox.ts';
import type { MessageCommand } from '../deciders/message.ts';
import type { NotificationCommand } from '../deciders/notification.ts';
import type { NotificationInboxCommand } from '../deciders/notificationInbox.ts';
import type { ChangeSettings } from '../deciders/settings.ts';
import type { UndoCommand } from '../deciders/undo.ts';
import type { UserCommand } from '../deciders/user.ts';

/** Type of a command that leaves events; `handle` takes no other. */
export type CommandType = (
  | UserCommand
  | UndoCommand
  | MessageCommand
  | MoveMark
  | NotificationCommand
  | NotificationInboxCommand
  | ChangeSettings
  | FrameCommand
)['type'];

/** What changes the vault alone, and leaves no event. */
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
  | 'KeepPushSubscription';

/** Everything that a route can do. */
export type GivenType = CommandType | OperationType;

/**
 * How recently the member must have proved who they are to give a command by their session. A new type does not compile without an
 * entry. Commands that come with a proof of their own (`Authority`) need no other.
 */
export const proofOf: Readonly<Record<GivenType, ProofClass>> = {
  // A member's own, seen by all and easily taken back.
  EditProfile: 'none',
  ChangeImages: 'none',
  AddWallet: 'none',
  // The signature of the address is one.
  ListProvedWallet: 'none',
  YieldAddress: 'none',
  RemoveWallet: 'none',
  ProveWallet: 'none',
  AddSocialLink: 'none',
  RemoveSocialLink: 'none',
  RequestVerification: 'none',
  SendMessage: 'none',
  DeleteMessage: 'none',
  MarkRead: 'none',
  MoveMark: 'none',
  ReadNotification: 'none',
  ReadAllNotifications: 'none',
  DismissNotification: 'none',

  // An account, and in which ways its member signs in.
  RegisterUser: 'none',
  RegisterAdministrator: 'credentials',
  GrantAdmin: 'credentials',
  RecordPassword: 'credentials',
  // By a link that was mailed.
  ConfirmEmail: 'none',
  IssueResetLink: 'credentials',
  ResetPassword: 'credentials',
  FinishReset: 'credentials',
  AddSignInMethod: 'credentials',
  RemoveSignInMethod: 'credentials',
  RemoveSignInWallet: 'credentials',
  DeleteUser: 'credentials',

  // Members' addresses are paid to, and so is the site's.
  ChangeSettings: 'credentials',
  UndoSettings: 'credentials',

  // What administrators do to others.
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
  TakeOffWallet: 'moderation',
  TakeOffSocialLink: 'moderation',
  RestoreWallet: 'moderation',
  RestoreSocialLink: 'moderation',
  UndoEvent: 'moderation',
  PublishNotification: 'moderation',
  ToggleNotification: 'moderation',

  // What leaves no event.
  SignIn: 'none',
  SignOut: 'none',
  EndSession: 'none',
  // By the current password, which is asked for each time (`RecordPassword`), and by a one-time link (`ResetPassword`).
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
};
