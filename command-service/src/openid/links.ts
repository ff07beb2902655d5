import { randomUUID } from 'node:crypto';
import { ProblemError, type RegisterByOpenidBody, texts } from '@pmcw/contracts';
import type { OpenidAccount, OpenidLink, Vault } from '@pmcw/vault';
import { type Registering, registerBy } from '../accounts/register.ts';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { MemberAt, Members } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';

/**
 * A link without an event for so long after its last `keep` is a leftover of a crash. Each append is preceded by a
 * `keep` and takes a fraction of this.
 */
const pendingMs = 60_000;

const { refusals } = texts;
const accountTaken = () => new ProblemError('openid_taken', refusals.openidTaken);

async function signsIn(members: Members, { id, userId }: OpenidLink): Promise<boolean> {
  return signsInBy((await members.load(userId)).state, id);
}

async function forgetIfLeftOver({ vault, members }: MemberStores, link: OpenidLink): Promise<void> {
  if (link.keptForMs < pendingMs || (await signsIn(members, link))) return;
  // Kept if its owner has continued since.
  await vault.openidLinks.remove(link.userId, link.id, pendingMs);
}

/**
 * Stores or renews a link; leftover ones don't block it.
 * @throws ProblemError `openid_taken`, `openid_present`, `conflict` while another link is pending
 */
async function keep(
  services: MemberStores,
  made: Pick<OpenidLink, 'id' | 'userId'>,
  account: OpenidAccount,
): Promise<void> {
  const { openidLinks } = services.vault;
  const isMade = ({ id, userId }: OpenidLink) => id === made.id && userId === made.userId;
  const inTheWay = async () => {
    const ofAccount = await openidLinks.find(account);
    const own = (await openidLinks.all(made.userId)).filter(({ issuer }) => issuer === account.issuer);
    return { ofAccount, own: own.find(({ id }) => id !== ofAccount?.id) ?? null };
  };
  const before = await inTheWay();
  for (const link of [before.ofAccount, before.own]) {
    if (link !== null && !isMade(link)) await forgetIfLeftOver(services, link);
  }
  if (await openidLinks.keep(made, account)) return;
  const { ofAccount, own } = await inTheWay();
  if (ofAccount !== null && (await signsIn(services.members, ofAccount))) {
    throw ofAccount.userId === made.userId
      ? new ProblemError('openid_present', refusals.openidPresent)
      : accountTaken();
  }
  if (own !== null && (await signsIn(services.members, own))) {
    throw new ProblemError('openid_present', refusals.openidPresent);
  }
  throw new ProblemError('conflict', refusals.conflict);
}

async function methodIdOf({ openidLinks }: Vault, account: OpenidAccount): Promise<string> {
  return (await openidLinks.find(account))?.id ?? randomUUID();
}

/**
 * Link, event, and the link again, in case it was removed as a leftover. A retry completes it.
 * @throws ProblemError `not_signed_in`, `suspended`, `openid_taken`, `openid_present`, `conflict`
 */
export async function addOpenidLink(
  services: MemberHandling,
  account: OpenidAccount,
  context: GivenContext,
): Promise<bigint> {
  const { actorId: userId } = context;
  const methodId = await methodIdOf(services.vault, account);
  const command = { type: 'AddSignInMethod', methodId, kind: 'openid' } as const;
  const keepLink = () => keep(services, { id: methodId, userId }, account);
  return inCredentialTurn(services.vault, userId, async () => {
    const { position } = await handleMember(services, userId, command, context, { beforeAppend: keepLink });
    await keepLink();
    return position;
  });
}

export interface RegisteredByOpenid extends MemberAt {
  readonly methodId: string;
}

/** @throws ProblemError as `registerBy`, and `openid_taken` */
export async function registerByOpenid(
  services: Registering,
  account: OpenidAccount,
  { terms: _agreed, ...newcomer }: RegisterByOpenidBody,
  correlationId: string,
): Promise<RegisteredByOpenid> {
  const known = await services.vault.openidLinks.find(account);
  if (known !== null && (await signsIn(services.members, known))) throw accountTaken();
  const methodId = await methodIdOf(services.vault, account);
  const keepLink = (userId: number) => keep(services, { id: methodId, userId }, account);
  const keptFor = async (userId: number) => {
    await keepLink(userId);
    return true;
  };
  const way = { method: { methodId, kind: 'openid' }, keptFor, beforeAppend: keepLink } as const;
  const registered = await registerBy(services, way, newcomer, correlationId);
  // As in `addOpenidLink`. If another member has the account now, a refusal would lock the newcomer out, who can add
  // another way.
  await services.vault.openidLinks.keep({ id: methodId, userId: registered.member.id }, account);
  return { ...registered, methodId };
}

/** @throws ProblemError `suspended` */
export async function memberOf(
  { vault, members }: MemberStores,
  account: OpenidAccount,
): Promise<RegisteredByOpenid | null> {
  const link = await vault.openidLinks.find(account);
  if (link === null) return null;
  const { state, position } = await members.load(link.userId);
  if (!signsInBy(state, link.id)) return null;
  return { member: requireActing(state), position, methodId: link.id };
}
