import {
  ProblemError,
  type ProofScheme,
  type ProveWalletBody,
  proofKindOf,
  proofStatement,
  readStatement,
  texts,
  type Wallet,
  type WalletChallenge,
} from '@pmcw/contracts';
import { proofRefusal, verifyProof } from '@pmcw/contracts/walletProofs';
import { requireMember } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { Members } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';

const purpose = 'prove-wallet';
const { refusals } = texts;

export interface SeenWallet {
  readonly wallet: Wallet;
  readonly username: string;
  readonly position: bigint;
}

/** @throws ProblemError `not_found` */
async function findWallet(members: Members, walletId: string, userId: number): Promise<SeenWallet> {
  const { state, position } = await members.load(userId);
  const { username, wallets } = requireMember(state);
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new ProblemError('not_found', refusals.walletNotFound);
  return { wallet, username, position };
}

export function statementOf(
  { network, address }: Pick<Wallet, 'network' | 'address'>,
  username: string,
  publicUrl: string,
  { nonce, issuedAt }: { readonly nonce: string; readonly issuedAt: string },
): string {
  const site = new URL(publicUrl).host;
  return proofStatement({
    site,
    url: `${publicUrl}/${username}`,
    username,
    network,
    address,
    nonce,
    issuedAt,
  });
}

/**
 * @param publicUrl without a trailing slash
 * @throws ProblemError `not_found`, `not_provable`
 */
export async function challengeWallet(
  services: MemberStores,
  walletId: string,
  { actorId }: GivenContext,
  publicUrl: string,
): Promise<WalletChallenge> {
  const seen = await findWallet(services.members, walletId, actorId);
  const { network, address } = seen.wallet;
  if (proofKindOf(network, address) === null) throw new ProblemError('not_provable', refusals.notProvable);
  const issuedAt = (await services.vault.now()).toISOString();
  const { nonce, expiresAt } = await services.vault.challenges.issue(purpose, actorId, {
    walletId,
    issuedAt,
  });
  const statement = statementOf(seen.wallet, seen.username, publicUrl, { nonce, issuedAt });
  return { nonce, statement, expiresAt: expiresAt.toISOString() };
}

export const challengeInvalid = () => new ProblemError('challenge_invalid', refusals.challengeInvalid);

/** @throws ProblemError `proof_invalid`, `unavailable` */
export async function schemeOf(
  { findContractScheme }: Pick<Services, 'findContractScheme'>,
  { network, address }: Pick<Wallet, 'network' | 'address'>,
  signed: { readonly statement: string; readonly signature: string },
): Promise<ProofScheme> {
  const all = { network, address, ...signed };
  const isEvm = proofKindOf(network, address) === 'evm';
  const scheme = verifyProof(all) ?? (isEvm ? await findContractScheme(all) : null);
  if (scheme === null) throw new ProblemError('proof_invalid', proofRefusal(all));
  return scheme;
}

async function prove(
  services: MemberHandling & Pick<Services, 'findContractScheme'>,
  seen: SeenWallet,
  { nonce, signature }: ProveWalletBody,
  context: GivenContext,
  publicUrl: string,
): Promise<SeenWallet> {
  const { challenges } = services.vault;
  const { id: walletId } = seen.wallet;
  const challenge = await challenges.find(purpose, nonce);
  const { issuedAt } = challenge?.bound ?? {};
  if (challenge?.userId !== context.actorId || challenge.bound.walletId !== walletId || !issuedAt) {
    throw challengeInvalid();
  }
  const statement = statementOf(seen.wallet, seen.username, publicUrl, { nonce, issuedAt });
  const scheme = await schemeOf(services, seen.wallet, { statement, signature });
  const command = { type: 'ProveWallet', walletId, statement, signature, scheme } as const;
  const { state, position } = await handleMember(services, context.actorId, command, context, {
    beforeAppend: async () => {
      if (!(await challenges.take(purpose, nonce, signature))) throw challengeInvalid();
    },
  });
  await challenges.spend(purpose, nonce);
  const wallet = requireMember(state).wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new Error('A wallet just proved is in the list');
  return { ...seen, wallet, position };
}

/** Recognizes a retry after a lost answer. */
export const isProvedBy = ({ proof }: Wallet, { nonce, signature }: ProveWalletBody): boolean =>
  proof?.signature === signature && readStatement(proof.statement)?.nonce === nonce;

/**
 * Replaces an earlier proof. The first valid signature, and no invalid one, uses up the nonce.
 * @throws ProblemError `not_found`, `challenge_invalid`, `proof_invalid`, `unavailable`, `conflict`
 */
export async function proveWallet(
  services: MemberHandling & Pick<Services, 'findContractScheme'>,
  walletId: string,
  body: ProveWalletBody,
  context: GivenContext,
  publicUrl: string,
): Promise<SeenWallet> {
  const seen = await findWallet(services.members, walletId, context.actorId);
  try {
    return await prove(services, seen, body, context, publicUrl);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'challenge_invalid') throw error;
    const now = await findWallet(services.members, walletId, context.actorId);
    if (isProvedBy(now.wallet, body)) return now;
    throw error;
  }
}
