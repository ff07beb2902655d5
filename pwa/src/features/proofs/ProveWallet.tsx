import { networkName, proofKindOf, type Wallet } from '@pmcw/contracts';
import { Button } from '../../base/ui/Button.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { useWords } from '../../base/words/words.ts';
import { ProofLine } from '../../members/look/ProofLine.tsx';
import type { ProveDialogProps } from './ProveDialog.tsx';

const ProveDialog = onDemand('dialog', () => import('./ProveDialog.tsx'));

interface ProveWalletProps extends Pick<ProveDialogProps, 'afterwards'> {
  readonly wallet: Wallet;
}

/** Renders nothing for networks without proofs. */
export function ProveWallet({ wallet, afterwards }: ProveWalletProps) {
  const words = useWords(dashboard).wallets;
  const { network, address, proof } = wallet;
  if (proofKindOf(network, address) === null) return null;
  const label = proof === null ? words.prove : words.proveAgain;
  const button = (
    <Button
      size="sm"
      variant={proof === null ? 'secondary' : 'ghost'}
      className={proof === null ? 'mt-1' : '-ml-3.5'}
      aria-label={`${label}: ${words.which(networkName(network), address.slice(-4))}`}
    >
      {label}
    </Button>
  );
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4">
      {proof !== null && <ProofLine proof={proof} />}
      <ProveDialog wallet={wallet} afterwards={afterwards} trigger={button} />
    </div>
  );
}
