import { ProblemError, texts } from '@pmcw/contracts';
import { type Member, type Timed, type UserEvent, type UserState, userFold } from '@pmcw/contracts/events';
import { decideCaseNotice } from './caseNotice.ts';
import { decideModeration } from './moderation.ts';
import { decideProfile } from './profile.ts';
import type { Undoable } from './undo.ts';
import { requireMember } from './userState.ts';
import { decideVerification } from './verification.ts';

function sets(event: Timed<UserEvent>): readonly string[] {
  switch (event.type) {
    case 'UserVerified':
    case 'UserUnverified':
      return ['isAuthorized', 'pmcwTokens'];
    case 'TokensSet':
      return ['pmcwTokens'];
    case 'UserSuspended':
    case 'UserUnsuspended':
      return ['isSuspended'];
    case 'UserTypeChanged':
      return ['userType'];
    case 'MemberWarned':
      return [`warning ${event.eventId}`];
    case 'WalletRemoved':
    case 'WalletRestored':
      return [`wallet ${event.data.walletId}`];
    case 'SocialLinkRemoved':
    case 'SocialLinkRestored':
      return [`link ${event.data.socialId}`];
    default:
      return [];
  }
}

/** Unless verifying or unverifying just set them (spec §4). */
function tokensAsBefore({ id: userId, pmcwTokens }: Member, byItself: number): readonly UserEvent[] {
  return pmcwTokens === byItself ? [] : [{ type: 'TokensSet', data: { userId, pmcwTokens, cause: 'set' } }];
}

function restore(now: UserState, before: UserState, event: UserEvent): readonly UserEvent[] {
  if (now.status === 'deleted') {
    throw new ProblemError('changed_since', texts.refusals.memberDeletedSince);
  }
  const [member, then] = [requireMember(now), requireMember(before)];
  switch (event.type) {
    case 'UserVerified':
      return [...decideVerification(member, { type: 'UnverifyUser' }), ...tokensAsBefore(then, 0)];
    case 'UserUnverified':
      return [...decideVerification(member, { type: 'VerifyUser' }), ...tokensAsBefore(then, 1)];
    case 'TokensSet':
      return decideVerification(member, { type: 'SetTokens', pmcwTokens: then.pmcwTokens });
    case 'UserSuspended':
      return decideModeration(member, { type: 'UnsuspendUser' });
    case 'UserUnsuspended':
      return decideModeration(member, { type: 'SuspendUser' });
    case 'UserTypeChanged':
      return decideModeration(member, { type: 'ChangeUserType', userType: then.userType });
    case 'MemberWarned':
      return decideCaseNotice(member, { type: 'WithdrawWarning', caseId: event.data.caseId });
    case 'WalletRemoved':
      return then.wallets
        .filter(({ id }) => id === event.data.walletId)
        .flatMap((wallet) => decideProfile(member, { type: 'RestoreWallet', wallet }));
    case 'SocialLinkRemoved':
      return then.socials
        .filter(({ id }) => id === event.data.socialId)
        .flatMap((link) => decideProfile(member, { type: 'RestoreSocialLink', link }));
    default:
      throw new ProblemError('not_undoable', texts.refusals.notUndoable);
  }
}

export const undoableMember: Undoable<UserState, UserEvent> = { ...userFold, sets, restore };
