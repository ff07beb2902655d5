import type { Wallet } from '@pmcw/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { useCopy } from '../../base/ui/useCopy.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';

const ClipboardDialog = lazyExtra(() => import('./ClipboardDialog.tsx'));

interface CheckedCopy {
  readonly isCopied: boolean;
  readonly copy: () => Promise<void>;
  /** Open after the press on "Check your clipboard". */
  readonly dialog: ReactNode;
}

/** Copies an address, and offers to look whether it arrived unchanged. */
export function useCheckedCopy(wallet: Pick<Wallet, 'network' | 'address'>, username: string): CheckedCopy {
  const { copied, checkClipboard } = useWords(profiles).wallets;
  const [reading, setReading] = useState<Promise<string> | null>(null);
  const action = useMemo(
    () => ({ label: checkClipboard, onSelect: () => setReading(readClipboard()) }),
    [checkClipboard],
  );
  const { isCopied, copy } = useCopy(copied, action);
  return {
    isCopied,
    copy: () => copy(wallet.address),
    dialog: reading !== null && (
      <ClipboardDialog
        wallet={wallet}
        username={username}
        reading={reading}
        onClose={() => setReading(null)}
      />
    ),
  };
}

/** Rejects also where browsers have no way to ask. */
const readClipboard = async (): Promise<string> => navigator.clipboard.readText();
