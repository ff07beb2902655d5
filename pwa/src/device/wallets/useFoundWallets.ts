import type { ProofKind } from '@pmcw/contracts';
import { useEffect, useState } from 'react';
import { watchEvmWallets } from './eip6963.ts';
import type { FoundWallet } from './foundWallet.ts';
import { watchStandardWallets } from './walletStandard.ts';

export function useFoundWallets(kind: ProofKind): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => {
    setWallets([]);
    const onFound = (wallet: FoundWallet) =>
      setWallets((others) => (others.some(({ id }) => id === wallet.id) ? others : [...others, wallet]));
    return kind === 'evm' ? watchEvmWallets(window, onFound) : watchStandardWallets(kind, onFound);
  }, [kind]);
  return wallets;
}
