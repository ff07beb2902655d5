import { canSignIn, limits, ProblemError, type SignInMethodKind, texts } from '@pmcw/contracts';
import type { AccountEvent, Member } from '@pmcw/contracts/events';
import { isOnlyWay } from './userState.ts';

export interface AddSignInMethod {
  readonly type: 'AddSignInMethod';
  readonly methodId: string;
  readonly kind: SignInMethodKind;
}
export interface RemoveSignInMethod {
  readonly type: 'RemoveSignInMethod';
  readonly methodId: string;
}
export type SignInMethodCommand = AddSignInMethod | RemoveSignInMethod;

function refuseWallet({ wallets }: Member, methodId: string): void {
  const wallet = wallets.find(({ id }) => id === methodId);
  if (wallet === undefined) throw new ProblemError('not_found', texts.refusals.walletNotFound);
  if (!canSignIn(wallet.network, wallet.address)) {
    throw new ProblemError('not_provable', texts.refusals.walletCanNotSignIn);
  }
  if (wallet.proof === null) throw new ProblemError('conflict', texts.refusals.walletUnproved);
}

export function decideSignInMethod(member: Member, command: SignInMethodCommand): readonly AccountEvent[] {
  const { id: userId, signInMethods } = member;
  const { methodId } = command;
  const listed = signInMethods.find(({ id }) => id === methodId);
  switch (command.type) {
    case 'AddSignInMethod': {
      if (listed !== undefined) return [];
      const passkeys = signInMethods.filter(({ kind }) => kind === 'passkey').length;
      if (command.kind === 'passkey' && passkeys >= limits.passkeysMax) {
        throw new ProblemError('conflict', texts.refusals.tooManyPasskeys);
      }
      if (command.kind === 'wallet') refuseWallet(member, methodId);
      return [{ type: 'SignInMethodAdded', data: { userId, methodId, kind: command.kind } }];
    }
    case 'RemoveSignInMethod': {
      if (listed === undefined) throw new ProblemError('not_found', texts.refusals.signInMethodNotFound);
      if (isOnlyWay(member, methodId)) {
        throw new ProblemError('last_sign_in_method', texts.refusals.lastSignInMethod);
      }
      return [{ type: 'SignInMethodRemoved', data: { userId, methodId, kind: listed.kind } }];
    }
    default:
      return command satisfies never;
  }
}
