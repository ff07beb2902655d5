import { useEffect, useRef, useState } from 'react';
import { type FoundWallet, SigningError, type SigningTrouble } from './foundWallet.ts';

export type Signing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' | 'sending'; readonly wallet: FoundWallet }
  | { readonly kind: 'trouble'; readonly wallet: FoundWallet; readonly trouble: SigningTrouble };

const idle: Signing = { kind: 'idle' };

interface SigningOptions {
  readonly statement: string;
  readonly address: string;
  readonly onAsk: () => void;
  /** Shows its own errors. */
  readonly send: (signature: string) => Promise<unknown>;
}

/** Asks a wallet to sign. Requests can't be withdrawn: after `stop`, a late answer is ignored. */
export function useSigning({ statement, address, onAsk, send }: SigningOptions) {
  const [signing, setSigning] = useState<Signing>(idle);
  const run = useRef(0);
  const stop = () => {
    run.current += 1;
    setSigning(idle);
  };
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  const sign = async (wallet: FoundWallet, { isChoosing = false } = {}) => {
    run.current += 1;
    const own = run.current;
    const show = (next: Signing) => {
      if (run.current === own) setSigning(next);
    };
    onAsk();
    show({ kind: 'asking', wallet });
    try {
      if (isChoosing) await wallet.chooseAccounts?.();
      const signature = await wallet.sign(statement, address);
      if (run.current !== own) return;
      show({ kind: 'sending', wallet });
      await send(signature);
      show(idle);
    } catch (error) {
      show(error instanceof SigningError ? { kind: 'trouble', wallet, trouble: error.trouble } : idle);
    }
  };
  return { signing, sign, stop };
}
