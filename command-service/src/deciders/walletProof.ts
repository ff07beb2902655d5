import { ProblemError, texts, type WalletProof } from '@pmcw/contracts';
import type { Member, ProfileEvent } from '@pmcw/contracts/events';

/** The proof was already checked. */
export type ProveWallet = Omit<WalletProof, 'provedAt'> & {
  readonly type: 'ProveWallet';
  readonly walletId: string;
};

export function decideProof(
  member: Member,
  { type: _, walletId, ...proof }: ProveWallet,
): readonly ProfileEvent[] {
  const wallet = member.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new ProblemError('not_found', texts.refusals.walletNotFound);
  // A retry after a lost answer.
  const { statement, signature } = wallet.proof ?? {};
  if (statement === proof.statement && signature === proof.signature) return [];
  return [{ type: 'WalletProved', data: { userId: member.id, walletId, ...proof } }];
}
