import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { Notice } from '../../base/ui/Notice.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';
import type { FoundWallet, SigningTrouble } from './foundWallet.ts';

interface SigningNoticeProps {
  readonly wallet: FoundWallet;
  readonly trouble: SigningTrouble;
  readonly address: string;
  readonly onSign: (wallet: FoundWallet, options: { readonly isChoosing: boolean }) => unknown;
}

/** Why a wallet did not sign, and what to do about it. */
export function SigningNotice({ wallet, trouble, address, onSign }: SigningNoticeProps) {
  const words = useWords(proving).foundWallets;
  if (trouble.kind !== 'otherAccount') return <Notice>{words[trouble.kind](wallet.name)}</Notice>;
  const canChoose = wallet.chooseAccounts !== null;
  return (
    <Notice>
      <p className="font-medium text-fg">{words.otherAccount(wallet.name)}</p>
      <dl className="mt-2 flex flex-col gap-2">
        <Account term={words.needed} address={address} />
        <Account term={words.selected} address={trouble.selected} />
      </dl>
      {!canChoose && <p className="mt-3">{words.switchAccount(wallet.name)}</p>}
      <Button
        size="sm"
        variant="secondary"
        className="mt-3"
        onClick={() => void onSign(wallet, { isChoosing: canChoose })}
      >
        {canChoose ? words.chooseAccount : words.tryAgain}
      </Button>
    </Notice>
  );
}

function Account({ term, address }: { readonly term: string; readonly address: string }) {
  return (
    <div>
      <dt className="text-xs">{term}</dt>
      <dd>
        <Address address={address} />
      </dd>
    </div>
  );
}
