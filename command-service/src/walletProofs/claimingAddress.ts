import {
  type AddWalletBody,
  ProblemError,
  type ProveWalletBody,
  proofKindOf,
  texts,
  type WalletChallenge,
} from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { userDecider } from '../deciders/user.ts';
import { requireMember } from '../deciders/userState.ts';
import { takeClaims, walletClaim } from '../members/claims.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';
import { challengeInvalid, isProvedBy, type SeenWallet, schemeOf, statementOf } from './proving.ts';
import { yieldTo } from './yielding.ts';

const purpose = 'claim-address';
const { refusals } = texts;

/**
 * For an address that another member may list without a proof. @param publicUrl without a trailing slash
 * @throws ProblemError `not_provable`, `wallet_listed`: `challengeWallet` is for those
 */
export async function challengeAddress(
  services: MemberStores,
  { id: walletId = uuidv7(), network, address }: AddWalletBody,
  context: GivenContext,
  publicUrl: string,
): Promise<WalletChallenge> {
  const { member } = await services.members.loadActing(context.actorId);
  if (proofKindOf(network, address) === null) throw new ProblemError('not_provable', refusals.notProvable);
  if (member.wallets.some((wallet) => wallet.network === network && wallet.address === address)) {
    throw new ProblemError('wallet_listed', refusals.walletListed);
  }
  const issuedAt = (await services.vault.now()).toISOString();
  const bound = { walletId, network, address, issuedAt };
  const { nonce, expiresAt } = await services.vault.challenges.issue(purpose, context.actorId, bound);
  const statement = statementOf({ network, address }, member.username, publicUrl, { nonce, issuedAt });
  return { nonce, statement, expiresAt: expiresAt.toISOString() };
}

/**
 * Removes another member's entries without a proof. A retry completes it after a crash.
 * @throws ProblemError `challenge_invalid`, `proof_invalid`, `unavailable`, `wallet_taken` if another member proved the
 * address, `wallet_listed`, `conflict` if the list is full
 */
export async function claimAddress(
  services: MemberHandling & Pick<Services, 'findContractScheme'>,
  body: ProveWalletBody,
  context: GivenContext,
  publicUrl: string,
): Promise<SeenWallet> {
  const { challenges } = services.vault;
  const { nonce, signature } = body;
  const { member, position: seen } = await services.members.loadActing(context.actorId);
  const { username } = member;
  const challenge = await challenges.find(purpose, nonce);
  const { walletId, network, address, issuedAt } = challenge?.bound ?? {};
  if (challenge?.userId !== member.id || !walletId || !network || !address || !issuedAt) {
    const wallet = member.wallets.find((listed) => isProvedBy(listed, body));
    if (wallet !== undefined) return { wallet, username, position: seen };
    throw challengeInvalid();
  }
  const statement = statementOf({ network, address }, username, publicUrl, { nonce, issuedAt });
  const scheme = await schemeOf(services, { network, address }, { statement, signature });
  const proof = { statement, signature, scheme };
  const command = { type: 'ListProvedWallet', walletId, network, address, ...proof } as const;
  // A refused claim must not remove another member's entry.
  userDecider.decide(member, command);
  if (!(await challenges.take(purpose, nonce, signature))) throw challengeInvalid();
  await yieldTo(services, address, context);
  const claims = [walletClaim(address)];
  const { state, position } = await handleMember(services, member.id, command, context, {
    beforeAppend: () => takeClaims(services, member.id, claims),
  });
  await services.vault.claims.confirm(member.id, claims);
  await challenges.spend(purpose, nonce);
  const wallet = requireMember(state).wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new Error('A wallet just listed is in the list');
  return { wallet, username, position };
}
