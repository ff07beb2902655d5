import { ProblemError, passwordMethodId, type SignInMethodKind, texts } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import { isSameIssuer } from '@pmcw/runtime';
import type { OpenidLink } from '@pmcw/vault';
import { voidResetLinks } from '../accounts/resetLinks.ts';
import { requireMember } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import { inCredentialTurn } from './inTurn.ts';

/**
 * A member may not be left with ways alone by which nobody signs in: links to a provider that this site has no more, what the
 * vault has lost, and a password that is still to be set by a link (`resetPassword`).
 * @throws ProblemError `last_sign_in_method`
 */
export async function refuseToLeaveDeadWays(
  { vault, openid }: Services,
  { id: userId, signInMethods }: Member,
  methodId: string,
): Promise<void> {
  const left = signInMethods.filter(({ id }) => id !== methodId);
  const hasLeft = (kind: SignInMethodKind) => left.some((method) => method.kind === kind);
  if (left.length === signInMethods.length || hasLeft('passkey') || hasLeft('wallet')) return;
  if (hasLeft('password') && (await vault.passwords.has(userId))) return;
  const links = await vault.openidLinks.all(userId);
  const isAlive = ({ id, issuer }: OpenidLink) =>
    openid !== null && isSameIssuer(issuer, openid.issuer) && left.some((method) => method.id === id);
  if (links.some(isAlive)) return;
  throw new ProblemError('last_sign_in_method', texts.refusals.lastSignInMethod);
}

/**
 * Removes one of a member's ways to sign in: the event, by which nobody signs in by it any more, then what the vault has of it.
 * Sending the same again forgets what a crash in between left there.
 * @returns the position after the command
 * @throws ProblemError `not_found`, `last_sign_in_method`, `not_signed_in`, `suspended`
 */
export async function removeSignInMethod(
  services: Services,
  methodId: string,
  context: GivenContext,
): Promise<bigint> {
  return inCredentialTurn(services, context.actorId, () => remove(services, methodId, context));
}

async function remove(services: Services, methodId: string, context: GivenContext): Promise<bigint> {
  const { vault } = services;
  const { actorId: userId } = context;
  const forget = async () => {
    if (methodId === passwordMethodId) {
      await voidResetLinks(services, userId);
      return vault.passwords.forget(userId);
    }
    // The id is that of one of them, which after a crash only the vault knows.
    await vault.passkeys.remove(userId, methodId);
    await vault.openidLinks.remove(userId, methodId);
  };
  try {
    const command = { type: 'RemoveSignInMethod', methodId } as const;
    const { position } = await handleMember(services, userId, command, context, {
      beforeAppend: (state) => refuseToLeaveDeadWays(services, requireMember(state), methodId),
    });
    await forget();
    return position;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') await forget();
    throw error;
  }
}
