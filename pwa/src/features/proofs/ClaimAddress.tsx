import { type AddWalletBody, proofKindOf } from '@pmcw/contracts';
import { Button } from '../../base/ui/Button.tsx';
import { Notice } from '../../base/ui/Notice.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { useWords } from '../../base/words/words.ts';
import type { ProveDialogProps } from './ProveDialog.tsx';

const ProveDialog = onDemand('dialog', () => import('./ProveDialog.tsx'));

interface ClaimAddressProps extends Pick<ProveDialogProps, 'afterwards'> {
  readonly wallet: Pick<AddWalletBody, 'network' | 'address'>;
  /** Called after the address was proved and the dialog was closed. */
  readonly onClaimed: () => void;
}

/**
 * Offers to prove an address that another member lists, which moves it here. Renders nothing for networks without
 * proofs.
 */
export function ClaimAddress({ wallet, onClaimed, afterwards }: ClaimAddressProps) {
  const words = useWords(dashboard).wallets;
  const { network, address } = wallet;
  if (proofKindOf(network, address) === null) return null;
  return (
    <Notice>
      <p>{words.isYours}</p>
      <ProveDialog
        wallet={{ id: null, network, address, proof: null }}
        onProved={onClaimed}
        afterwards={afterwards}
        trigger={
          <Button size="sm" variant="secondary" className="mt-3">
            {words.prove}
          </Button>
        }
      />
    </Notice>
  );
}
