import { limits, ProblemError, type SignInMethodKind, texts } from '@pmcw/contracts';
import type { AccountEvent, Member } from '@pmcw/contracts/events';

/** There is another way in which the member signs in; the vault has what is secret about it already. */
export interface AddSignInMethod {
  readonly type: 'AddSignInMethod';
  readonly methodId: string;
  readonly kind: SignInMethodKind;
}
/** The member is not to sign in by it any more. */
export interface RemoveSignInMethod {
  readonly type: 'RemoveSignInMethod';
  readonly methodId: string;
}
/** Commands that change in which ways a member signs in. */
export type SignInMethodCommand = AddSignInMethod | RemoveSignInMethod;

/**
 * Decides in which ways a member signs in: there is one always, and not too many.
 * @throws ProblemError `conflict` for a passkey too many, `not_found` for the removal of what is not there, `last_sign_in_method`
 */
export function decideSignInMethod(
  { id: userId, signInMethods }: Member,
  command: SignInMethodCommand,
): readonly AccountEvent[] {
  const { methodId } = command;
  const listed = signInMethods.find(({ id }) => id === methodId);
  switch (command.type) {
    case 'AddSignInMethod': {
      if (listed !== undefined) return [];
      const passkeys = signInMethods.filter(({ kind }) => kind === 'passkey').length;
      if (command.kind === 'passkey' && passkeys >= limits.passkeysMax) {
        throw new ProblemError('conflict', texts.refusals.tooManyPasskeys);
      }
      return [{ type: 'SignInMethodAdded', data: { userId, methodId, kind: command.kind } }];
    }
    case 'RemoveSignInMethod': {
      if (listed === undefined) throw new ProblemError('not_found', texts.refusals.signInMethodNotFound);
      if (signInMethods.length === 1) {
        throw new ProblemError('last_sign_in_method', texts.refusals.lastSignInMethod);
      }
      return [{ type: 'SignInMethodRemoved', data: { userId, methodId, kind: listed.kind } }];
    }
    default:
      return command satisfies never;
  }
}
