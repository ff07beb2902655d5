import { canSignIn, networkName, type Wallet } from '@pmcw/contracts';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import { NamedAddress } from '../../../members/look/NamedAddress.tsx';

interface AddWalletDialogProps {
  /** Listed wallets that are no sign-in methods. */
  readonly wallets: readonly Wallet[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChosen: (wallet: Wallet) => void;
}

/** Offers proved addresses that can sign in, or explains where to prove one. */
export function AddWalletDialog({ wallets, isOpen, onClose, onChosen }: AddWalletDialogProps) {
  const words = useWords(walletSignIn).addition;
  const offered = wallets.filter(
    ({ network, address, proof }) => proof !== null && canSignIn(network, address),
  );
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.button} description={words.description}>
        {offered.length === 0 ? (
          <p className="rounded-lg border border-dashed px-5 py-6 text-center text-sm text-muted">
            {words.none}
          </p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {offered.map((wallet) => (
              <Offer key={wallet.id} wallet={wallet} onChosen={() => onChosen(wallet)} />
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Offer({ wallet, onChosen }: { readonly wallet: Wallet; readonly onChosen: () => void }) {
  const words = useWords(walletSignIn).addition;
  const name = networkName(wallet.network);
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <NamedAddress wallet={wallet} />
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={words.choose(`${name} …${wallet.address.slice(-4)}`)}
        onClick={onChosen}
      >
        {words.add}
      </Button>
    </li>
  );
}
