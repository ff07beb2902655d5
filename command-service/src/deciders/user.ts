import { type UserEvent, type UserState, userFold } from '@pmcw/contracts/events';
import type { BudgetName } from '@pmcw/vault';
import { type ChangeAccount, decideAccount, decideAccountChange, type MakeAccount } from './account.ts';
import { type CaseNoticeCommand, decideCaseNotice } from './caseNotice.ts';
import { type ContactCommand, decideContact } from './contact.ts';
import type { Decider } from './decider.ts';
import { decideModeration, type ModerationCommand } from './moderation.ts';
import { decideProfile, type ProfileCommand } from './profile.ts';
import { decideSignInMethod, type SignInMethodCommand } from './signInMethod.ts';
import { requireMember } from './userState.ts';
import { decideVerification, type VerificationCommand } from './verification.ts';
import { decideProof, type ProveWallet } from './walletProof.ts';

export type UserCommand =
  | MakeAccount
  | ChangeAccount
  | SignInMethodCommand
  | ProfileCommand
  | ProveWallet
  | VerificationCommand
  | ModerationCommand
  | CaseNoticeCommand
  | ContactCommand;

function decide(state: UserState, command: UserCommand): readonly UserEvent[] {
  switch (command.type) {
    case 'RegisterUser':
    case 'RegisterAdministrator':
      return decideAccount(state, command);
    case 'GrantAdmin':
    case 'ConfirmEmail':
    case 'RecordPassword':
    case 'IssueResetLink':
    case 'ResetPassword':
    case 'FinishReset':
    case 'DeleteUser':
      return decideAccountChange(requireMember(state), command);
    case 'AddSignInMethod':
    case 'RemoveSignInMethod':
      return decideSignInMethod(requireMember(state), command);
    case 'EditProfile':
    case 'ChangeImages':
    case 'AddWallet':
    case 'ListProvedWallet':
    case 'YieldAddress':
    case 'RemoveWallet':
    case 'RemoveSignInWallet':
    case 'TakeOffWallet':
    case 'AddSocialLink':
    case 'RemoveSocialLink':
    case 'TakeOffSocialLink':
    case 'RecordLinkCheck':
    case 'RecordEnsName':
    case 'RestoreWallet':
    case 'RestoreSocialLink':
      return decideProfile(requireMember(state), command);
    case 'ProveWallet':
      return decideProof(requireMember(state), command);
    case 'VerifyUser':
    case 'UnverifyUser':
    case 'ConfirmVerification':
    case 'RequestVerification':
    case 'ApproveVerification':
    case 'RejectVerification':
    case 'SetTokens':
      return decideVerification(requireMember(state), command);
    case 'SuspendUser':
    case 'UnsuspendUser':
    case 'ChangeUserType':
    case 'WriteAdminNotes':
      return decideModeration(requireMember(state), command);
    case 'WarnMember':
    case 'WithdrawWarning':
    case 'AnswerReport':
      return decideCaseNotice(requireMember(state), command);
    case 'BlockMember':
    case 'UnblockMember':
    case 'SetContactPolicy':
      return decideContact(requireMember(state), command);
    default:
      return command satisfies never;
  }
}

const budgets: Readonly<Record<UserCommand['type'], BudgetName>> = {
  RegisterUser: 'safety',
  RegisterAdministrator: 'safety',
  GrantAdmin: 'safety',
  ConfirmEmail: 'safety',
  RecordPassword: 'safety',
  IssueResetLink: 'safety',
  ResetPassword: 'safety',
  FinishReset: 'safety',
  DeleteUser: 'safety',
  AddSignInMethod: 'safety',
  RemoveSignInMethod: 'safety',
  RemoveSignInWallet: 'safety',
  SuspendUser: 'safety',
  UnsuspendUser: 'safety',
  WarnMember: 'safety',
  WithdrawWarning: 'safety',
  AnswerReport: 'safety',
  EditProfile: 'edits',
  ChangeImages: 'edits',
  AddWallet: 'edits',
  ListProvedWallet: 'edits',
  YieldAddress: 'edits',
  RemoveWallet: 'edits',
  TakeOffWallet: 'edits',
  AddSocialLink: 'edits',
  RemoveSocialLink: 'edits',
  TakeOffSocialLink: 'edits',
  RecordLinkCheck: 'edits',
  RecordEnsName: 'edits',
  RestoreWallet: 'edits',
  RestoreSocialLink: 'edits',
  ProveWallet: 'edits',
  VerifyUser: 'edits',
  UnverifyUser: 'edits',
  ConfirmVerification: 'edits',
  RequestVerification: 'edits',
  ApproveVerification: 'edits',
  RejectVerification: 'edits',
  SetTokens: 'edits',
  ChangeUserType: 'edits',
  WriteAdminNotes: 'edits',
  BlockMember: 'safety',
  UnblockMember: 'edits',
  SetContactPolicy: 'edits',
};

export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  ...userFold,
  decide,
  budgetOf: ({ type }) => budgets[type],
};
