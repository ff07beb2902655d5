import { mediaUrl, ProblemError, shownName, texts } from '@pmcw/contracts';
import type { Member, VerificationEvent } from '@pmcw/contracts/events';

export interface VerifyUser {
  readonly type: 'VerifyUser';
}
export interface UnverifyUser {
  readonly type: 'UnverifyUser';
}
export interface ConfirmVerification {
  readonly type: 'ConfirmVerification';
  /** As the administrator saw them. */
  readonly fullName: string;
  readonly avatarUrl: string | null;
}

/** Spec §5. */
export interface RequestVerification {
  readonly type: 'RequestVerification';
  readonly requestId: string;
  readonly message: string;
}
export interface ApproveVerification {
  readonly type: 'ApproveVerification';
  readonly requestId: string;
}
export interface RejectVerification {
  readonly type: 'RejectVerification';
  readonly requestId: string;
  readonly reason: string;
}
export interface SetTokens {
  readonly type: 'SetTokens';
  readonly pmcwTokens: number;
}

export type VerificationCommand =
  | VerifyUser
  | UnverifyUser
  | ConfirmVerification
  | RequestVerification
  | ApproveVerification
  | RejectVerification
  | SetTokens;

const { refusals } = texts;

/** Spec §4. */
function refuseSuspended({ isSuspended }: Member): void {
  if (isSuspended) throw new ProblemError('member_suspended', refusals.suspendedMember);
}

function verify({ id: userId, isAuthorized, openRequest }: Member): readonly VerificationEvent[] {
  const closed: VerificationEvent[] =
    openRequest === null
      ? []
      : [{ type: 'VerificationApproved', data: { userId, requestId: openRequest.id } }];
  if (isAuthorized) return closed;
  return [
    { type: 'UserVerified', data: { userId } },
    { type: 'TokensSet', data: { userId, pmcwTokens: 1, cause: 'verified' } },
    ...closed,
  ];
}

function request(member: Member, command: RequestVerification): readonly VerificationEvent[] {
  const { id: userId, isAuthorized, openRequest, wallets } = member;
  const { requestId, message } = command;
  if (openRequest?.id === requestId) return [];
  if (isAuthorized) throw new ProblemError('already_verified', refusals.alreadyVerified);
  if (openRequest !== null) throw new ProblemError('request_open', refusals.requestOpen);
  if (!wallets.some(({ network }) => network === 'PMCW')) {
    throw new ProblemError('pmcw_wallet_required', refusals.pmcwWalletRequired);
  }
  return [{ type: 'VerificationRequested', data: { userId, requestId, message } }];
}

function confirm(member: Member, command: ConfirmVerification): readonly VerificationEvent[] {
  const isAsSeen =
    member.isAuthorized &&
    shownName(member.fullName, member.username) === command.fullName &&
    mediaUrl(member.avatarHash) === command.avatarUrl;
  if (!isAsSeen) throw new ProblemError('changed_since', refusals.changedSince);
  const { verifiedAs, fullName, avatarHash } = member;
  if (verifiedAs?.fullName === fullName && verifiedAs.avatarHash === avatarHash) return [];
  return [{ type: 'VerificationConfirmed', data: { userId: member.id } }];
}

function requireOpen({ openRequest }: Member, requestId: string): void {
  if (openRequest?.id !== requestId) throw new ProblemError('request_closed', refusals.requestClosed);
}

/** Spec §4. */
export function decideVerification(
  member: Member,
  command: VerificationCommand,
): readonly VerificationEvent[] {
  const { id: userId, isAuthorized, pmcwTokens } = member;
  switch (command.type) {
    case 'VerifyUser':
      refuseSuspended(member);
      return verify(member);
    case 'ConfirmVerification':
      refuseSuspended(member);
      return confirm(member, command);
    case 'RequestVerification':
      return request(member, command);
    case 'ApproveVerification':
      refuseSuspended(member);
      requireOpen(member, command.requestId);
      return verify(member);
    case 'RejectVerification': {
      const { requestId, reason } = command;
      requireOpen(member, requestId);
      return [{ type: 'VerificationRejected', data: { userId, requestId, reason } }];
    }
    case 'SetTokens':
      if (command.pmcwTokens === pmcwTokens) return [];
      return [{ type: 'TokensSet', data: { userId, pmcwTokens: command.pmcwTokens, cause: 'set' } }];
    case 'UnverifyUser':
      refuseSuspended(member);
      if (!isAuthorized) return [];
      return [
        { type: 'UserUnverified', data: { userId } },
        { type: 'TokensSet', data: { userId, pmcwTokens: 0, cause: 'unverified' } },
      ];
    default:
      return command satisfies never;
  }
}
