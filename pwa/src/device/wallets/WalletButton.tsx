import { ChevronRight, WalletMinimal } from 'lucide-react';
import { Spinner } from '../../base/ui/Spinner.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';
import type { FoundWallet } from './foundWallet.ts';

interface WalletButtonProps {
  readonly wallet: FoundWallet;
  readonly note?: string;
  readonly isAsked: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

/** Keeps focus while disabled. */
export function WalletButton({ wallet, note, isAsked, isDisabled, onPress }: WalletButtonProps) {
  const words = useWords(proving).foundWallets;
  return (
    <button
      type="button"
      aria-disabled={isDisabled}
      aria-busy={isAsked}
      onClick={() => !isDisabled && onPress()}
      className="flex min-h-14 w-full items-center gap-3 rounded-lg border bg-raised px-4 py-2.5 text-left transition hover:bg-overlay aria-disabled:cursor-default aria-disabled:bg-transparent aria-[busy=false]:aria-disabled:opacity-50"
    >
      {wallet.icon === null ? (
        <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center rounded-md bg-overlay">
          <WalletMinimal className="size-4.5 text-muted" />
        </span>
      ) : (
        <img src={wallet.icon} alt="" className="size-8 shrink-0 rounded-md object-contain" />
      )}
      <span className="min-w-0 flex-1 truncate text-sm font-medium">
        <span className="sr-only">{words.signWith} </span>
        <bdi>{wallet.name}</bdi>
      </span>
      {note !== undefined && <span className="text-xs text-muted">{note}</span>}
      {isAsked ? (
        <Spinner className="size-4.5 text-muted" />
      ) : (
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-faint" />
      )}
    </button>
  );
}
