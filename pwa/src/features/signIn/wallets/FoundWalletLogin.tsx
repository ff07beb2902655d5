import { networkName } from '@pmcw/contracts';
import { sentenceOf } from '../../../base/api/errors.ts';
import { ShortAddress } from '../../../base/ui/Address.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { Notice } from '../../../base/ui/Notice.tsx';
import { proving } from '../../../base/words/en/proofs/proving.ts';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';
import { NoWallets } from '../../../device/wallets/NoWallets.tsx';
import { SigningNotice } from '../../../device/wallets/SigningNotice.tsx';
import { useFoundWallets } from '../../../device/wallets/useFoundWallets.ts';
import { WalletButton } from '../../../device/wallets/WalletButton.tsx';
import { type Candidate, useWalletSignIn, type WalletSignInProgress } from './useWalletSignIn.ts';

interface FoundWalletLoginProps {
  readonly onUnknown: (account: WalletAccount) => void;
  readonly onElsewhere: () => void;
}

export function FoundWalletLogin({ onUnknown, onElsewhere }: FoundWalletLoginProps) {
  const words = useWords(walletSignIn);
  const candidates: readonly Candidate[] = [
    ...useFoundWallets('evm').map((wallet) => ({ wallet, network: 'ETH' })),
    ...useFoundWallets('solana').map((wallet) => ({ wallet, network: 'SOL' })),
  ];
  const { progress, begin, signWith, stop } = useWalletSignIn(onUnknown);
  const isBusy = progress.kind === 'asking' || progress.kind === 'sending';
  const asked = isBusy ? progress.candidate : null;
  return (
    <div>
      {candidates.length === 0 ? (
        <NoWallets title={words.none} text={words.noneText} onElsewhere={onElsewhere} />
      ) : (
        <ul className="flex flex-col gap-2">
          {candidates.map((candidate) => (
            <li key={`${candidate.network} ${candidate.wallet.id}`}>
              <WalletButton
                wallet={candidate.wallet}
                note={networkName(candidate.network)}
                isAsked={asked?.wallet.id === candidate.wallet.id && asked.network === candidate.network}
                isDisabled={isBusy}
                onPress={() => void begin(candidate)}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Always present, so that screen readers announce its changes. */}
      <div role="status" className="not-empty:mt-3">
        <ProgressNotice progress={progress} onSign={signWith} onStop={stop} />
      </div>
    </div>
  );
}

interface ProgressNoticeProps {
  readonly progress: WalletSignInProgress;
  readonly onSign: (candidate: Candidate, account: WalletAccount) => unknown;
  readonly onStop: () => void;
}

function ProgressNotice({ progress, onSign, onStop }: ProgressNoticeProps) {
  const words = useWords(walletSignIn);
  const { foundWallets } = useWords(proving);
  switch (progress.kind) {
    case 'idle':
      return null;
    case 'asking':
      return (
        <Notice>
          <p>{words.asking(progress.candidate.wallet.name)}</p>
          <Button size="sm" variant="secondary" className="mt-3" onClick={onStop}>
            {foundWallets.stop}
          </Button>
        </Notice>
      );
    case 'sending':
      return <Notice>{words.sending}</Notice>;
    case 'choosing':
      return <Accounts {...progress} onSign={onSign} />;
    case 'trouble': {
      const { candidate, account, trouble } = progress;
      const again = () => onSign(candidate, account);
      const { address } = account;
      return <SigningNotice wallet={candidate.wallet} trouble={trouble} address={address} onSign={again} />;
    }
    case 'refused':
      return (
        <Notice>
          <p className="font-medium text-fg">{words.failed}</p>
          <p>{sentenceOf(progress.error)}</p>
        </Notice>
      );
    default:
      return progress satisfies never;
  }
}

interface AccountsProps {
  readonly candidate: Candidate;
  readonly accounts: readonly WalletAccount[];
  readonly onSign: (candidate: Candidate, account: WalletAccount) => unknown;
}

function Accounts({ candidate, accounts, onSign }: AccountsProps) {
  const words = useWords(walletSignIn);
  return (
    <Notice>
      <p className="font-medium text-fg">{words.which(candidate.wallet.name)}</p>
      <ul className="mt-3 flex flex-col items-start gap-2">
        {accounts.map((account) => (
          <li key={account.address}>
            <Button size="sm" variant="secondary" onClick={() => void onSign(candidate, account)}>
              <ShortAddress address={account.address} />
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
