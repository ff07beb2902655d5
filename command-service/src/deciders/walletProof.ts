import { ProblemError, texts, type WalletProof } from '@pmcw/contracts';
import type { Member, ProfileEvent } from '@pmcw/contracts/events';

/** Notes the proof of a wallet that stands in the list. Whether it is one was checked before. */
export type ProveWallet = Omit<WalletProof, 'provedAt'> & {
  readonly type: 'ProveWallet';
  readonly walletId: string;
};

/** Decides a member's proof of a wallet. @throws ProblemError `not_found` when it is not in their list */
export function decideProof(
  member: Member,
  { type: _, walletId, ...proof }: ProveWallet,
): readonly ProfileEvent[] {
  const wallet = member.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new ProblemError('not_found', texts.refusals.walletNotFound);
  // The same once more, after a lost answer.
  const { statement, signature } = wallet.proof ?? {};
  if (statement === proof.statement && signature === proof.signature) return [];
  return [{ type: 'WalletProved', data: { userId: member.id, walletId, ...proof } }];
}
