import { useEffect, useRef, useState } from 'react';
import { type FoundWallet, SigningError, type SigningTrouble } from './foundWallet.ts';

/** What a wallet of this browser is at. */
export type Signing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' | 'sending'; readonly wallet: FoundWallet }
  | { readonly kind: 'trouble'; readonly wallet: FoundWallet; readonly trouble: SigningTrouble };

const idle: Signing = { kind: 'idle' };

/** What is to be signed, by which address, and what is done with the signature. */
export interface SigningOptions {
  readonly statement: string;
  readonly address: string;
  readonly onAsk: () => void;
  /** What it throws is told elsewhere. */
  readonly send: (signature: string) => Promise<unknown>;
}

/** Has a wallet of this browser sign. A wallet can't be called back: whoever stops waiting ignores what it answers later. */
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
