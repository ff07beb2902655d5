import { ProblemError, passwordMethodId, type RecoveryWay, texts } from '@pmcw/contracts';
import type { Member, SignInMethod } from '@pmcw/contracts/events';
import { providerLabel } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import type { MemberStores } from '../services.ts';

async function keptOf(vault: Vault, { id: userId }: Member) {
  const passkeys = (await vault.passkeys.all(userId)).map(
    ({ id, name, lastUsedAt }) => [id, { name, lastUsedAt }] as const,
  );
  const links = (await vault.openidLinks.all(userId)).map(
    ({ id, issuer, lastUsedAt }) => [id, { name: providerLabel(issuer), lastUsedAt }] as const,
  );
  return new Map([...passkeys, ...links]);
}

export async function waysBesidePassword(vault: Vault, member: Member): Promise<RecoveryWay[]> {
  const kept = await keptOf(vault, member);
  const wayOf = ({ id, kind, addedAt }: SignInMethod): RecoveryWay => {
    const wallet = kind === 'wallet' ? member.wallets.find((each) => each.id === id) : undefined;
    const { name = null, lastUsedAt = null } = kept.get(id) ?? {};
    return {
      ...{ id, kind, addedAt, name, lastUsedAt: lastUsedAt?.toISOString() ?? null },
      ...{ network: wallet?.network ?? null, address: wallet?.address ?? null },
    };
  };
  return member.signInMethods.filter(({ id }) => id !== passwordMethodId).map(wayOf);
}

/** The ways to sign in that end unless they are kept. @throws ProblemError `reset_link_invalid` */
export async function waysOfLink({ vault, members }: MemberStores, token: string): Promise<RecoveryWay[]> {
  const userId = await vault.resetLinks.find(token);
  const loaded = userId === null ? null : await members.load(userId);
  if (loaded?.state.status !== 'registered') {
    throw new ProblemError('reset_link_invalid', texts.refusals.resetLinkInvalid);
  }
  return waysBesidePassword(vault, loaded.state);
}
