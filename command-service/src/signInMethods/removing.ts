import { ProblemError, passwordMethodId, type SignInMethodKind, texts } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import { isSameIssuer } from '@pmcw/runtime';
import type { OpenidLink } from '@pmcw/vault';
import { voidResetLinks } from '../accounts/resetLinks.ts';
import { requireMember } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, Services } from '../services.ts';
import { inCredentialTurn } from './inTurn.ts';

type Removing = MemberHandling & Pick<Services, 'openid'>;

/**
 * Unusable are links to a provider that the site no longer has, methods that the vault lost, and a password still to be
 * set by a link (`resetPassword`). @throws ProblemError `last_sign_in_method`
 */
export async function refuseToLeaveDeadWays(
  { vault, openid }: Pick<Services, 'openid' | 'vault'>,
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
 * First the event, which disables it, then its data in the vault. A retry removes what a crash left.
 * @throws ProblemError `not_found`, `last_sign_in_method`, `not_signed_in`, `suspended`
 */
export async function removeSignInMethod(
  services: Removing,
  methodId: string,
  context: GivenContext,
): Promise<bigint> {
  return inCredentialTurn(services.vault, context.actorId, () => remove(services, methodId, context));
}

async function remove(services: Removing, methodId: string, context: GivenContext): Promise<bigint> {
  const { vault } = services;
  const { actorId: userId } = context;
  const forget = async () => {
    if (methodId === passwordMethodId) {
      await voidResetLinks(vault, userId);
      return vault.passwords.forget(userId);
    }
    // After a crash, only the vault knows the kind.
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
