import { proofKindOf, type Wallet } from '@pmcw/contracts';
import { walletProofs } from '../../base/words/en/proofs/walletProofs.ts';
import { useWords } from '../../base/words/words.ts';
import { CheckProof } from './CheckProof.tsx';
import { ProofLine } from './ProofLine.tsx';

interface WalletProofStatusProps {
  readonly wallet: Wallet;
  readonly username: string;
}

export function WalletProofStatus({ wallet: { network, address, proof }, username }: WalletProofStatusProps) {
  const words = useWords(walletProofs);
  if (proof === null && proofKindOf(network, address) === null) {
    return <span className="text-xs text-faint">{words.notProvable}</span>;
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <ProofLine proof={proof} />
      {proof !== null && <CheckProof wallet={{ network, address }} proof={proof} username={username} />}
    </span>
  );
}
