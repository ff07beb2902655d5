import { networkName, type Wallet } from '@pmcw/contracts';
import { Button } from '../../base/ui/Button.tsx';
import { Notice } from '../../base/ui/Notice.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';
import type { FoundWallet } from './foundWallet.ts';
import { NoWallets } from './NoWallets.tsx';
import { SigningNotice } from './SigningNotice.tsx';
import { useSigning } from './useSigning.ts';
import { WalletButton } from './WalletButton.tsx';

interface SignWithFoundWalletProps {
  readonly wallet: Pick<Wallet, 'network' | 'address'>;
  readonly statement: string;
  readonly found: readonly FoundWallet[];
  readonly isDisabled: boolean;
  /** Called before a wallet is asked; clears the previous error. */
  readonly onAsk: () => void;
  readonly send: (signature: string) => Promise<unknown>;
  readonly onElsewhere: () => void;
}

export function SignWithFoundWallet(props: SignWithFoundWalletProps) {
  const { wallet, statement, found, isDisabled, onAsk, send, onElsewhere } = props;
  const words = useWords(proving).foundWallets;
  const { address } = wallet;
  const { signing, sign, stop } = useSigning({ statement, address, onAsk, send });
  const isBusy = signing.kind === 'asking' || signing.kind === 'sending';
  return (
    <div>
      {found.length === 0 ? (
        <NoWallets
          title={words.none(networkName(wallet.network))}
          text={words.noneText}
          onElsewhere={onElsewhere}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {found.map((candidate) => (
            <li key={candidate.id}>
              <WalletButton
                wallet={candidate}
                isAsked={isBusy && signing.wallet.id === candidate.id}
                isDisabled={isBusy || isDisabled}
                onPress={() => void sign(candidate)}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Always present, so that screen readers announce its changes. */}
      <div role="status" className="not-empty:mt-3">
        {signing.kind === 'asking' && (
          <Notice>
            <p>{words.asking(signing.wallet.name)}</p>
            <Button size="sm" variant="secondary" className="mt-3" onClick={stop}>
              {words.stop}
            </Button>
          </Notice>
        )}
        {signing.kind === 'sending' && <Notice>{words.sending}</Notice>}
        {signing.kind === 'trouble' && <SigningNotice {...signing} address={address} onSign={sign} />}
      </div>
    </div>
  );
}
