import { networkName } from '@pmcw/contracts';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { walletProofs } from '../../base/words/en/proofs/walletProofs.ts';
import { useWords } from '../../base/words/words.ts';
import type { CheckProofDialogProps } from './CheckProofDialog.tsx';

const CheckProofDialog = onDemand('dialog', () => import('./CheckProofDialog.tsx'));

export function CheckProof({ wallet, proof, username }: Omit<CheckProofDialogProps, 'trigger'>) {
  const words = useWords(walletProofs);
  const button = (
    <button
      type="button"
      aria-label={words.checkOf(networkName(wallet.network))}
      className="min-h-6 rounded-sm text-xs text-muted underline decoration-line-strong underline-offset-4 transition hover:text-fg hover:decoration-current"
    >
      {words.check}
    </button>
  );
  return <CheckProofDialog wallet={wallet} proof={proof} username={username} trigger={button} />;
}
