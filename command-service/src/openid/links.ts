import { randomUUID } from 'node:crypto';
import { ProblemError, type RegisterByOpenidBody, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { OpenidAccount, OpenidLink } from '@pmcw/vault';
import { type MemberAt, registerBy } from '../accounts/register.ts';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';

/**
 * A link without an event for so long after its last `keep` is a leftover of a crash. Each append is preceded by a
 * `keep` and takes a fraction of this.
 */
const pendingMs = 60_000;

const { refusals } = texts;
const accountTaken = () => new ProblemError('openid_taken', refusals.openidTaken);

async function signsIn({ members }: Services, { id, userId }: OpenidLink): Promise<boolean> {
  return signsInBy((await members.states.load(streams.user(userId))).state, id);
}

async function forgetIfLeftOver(services: Services, link: OpenidLink): Promise<void> {
  if (link.keptForMs < pendingMs || (await signsIn(services, link))) return;
  // Kept if its owner has continued since.
  await services.vault.openidLinks.remove(link.userId, link.id, pendingMs);
}

/**
 * Stores or renews a link; leftover ones don't block it.
 * @throws ProblemError `openid_taken`, `openid_present`, `conflict` while another link is pending
 */
async function keep(
  services: Services,
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
  if (ofAccount !== null && (await signsIn(services, ofAccount))) {
    throw ofAccount.userId === made.userId
      ? new ProblemError('openid_present', refusals.openidPresent)
      : accountTaken();
  }
  if (own !== null && (await signsIn(services, own))) {
    throw new ProblemError('openid_present', refusals.openidPresent);
  }
  throw new ProblemError('conflict', refusals.conflict);
}

async function methodIdOf({ vault }: Services, account: OpenidAccount): Promise<string> {
  return (await vault.openidLinks.find(account))?.id ?? randomUUID();
}

/**
 * Link, event, and the link again, in case it was removed as a leftover. A retry completes it.
 * @throws ProblemError `not_signed_in`, `suspended`, `openid_taken`, `openid_present`, `conflict`
 */
export async function addOpenidLink(
  services: Services,
  account: OpenidAccount,
  context: GivenContext,
): Promise<bigint> {
  const { actorId: userId } = context;
  const methodId = await methodIdOf(services, account);
  const command = { type: 'AddSignInMethod', methodId, kind: 'openid' } as const;
  const keepLink = () => keep(services, { id: methodId, userId }, account);
  return inCredentialTurn(services, userId, async () => {
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
  services: Services,
  account: OpenidAccount,
  { terms: _agreed, ...newcomer }: RegisterByOpenidBody,
  correlationId: string,
): Promise<RegisteredByOpenid> {
  const known = await services.vault.openidLinks.find(account);
  if (known !== null && (await signsIn(services, known))) throw accountTaken();
  const methodId = await methodIdOf(services, account);
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
  { vault, members }: Services,
  account: OpenidAccount,
): Promise<RegisteredByOpenid | null> {
  const link = await vault.openidLinks.find(account);
  if (link === null) return null;
  const { state, position } = await members.states.load(streams.user(link.userId));
  if (!signsInBy(state, link.id)) return null;
  return { member: requireActing(state), position, methodId: link.id };
}
