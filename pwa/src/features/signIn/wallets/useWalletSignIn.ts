import { normalizeAddress } from '@pmcw/contracts';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { currentWords } from '../../../base/words/words.ts';
import {
  type FoundWallet,
  type SignedText,
  SigningError,
  type SigningTrouble,
  type WalletAccount,
} from '../../../device/wallets/foundWallet.ts';
import { useSignIn } from '../../../members/session/useSignIn.ts';
import { askToSignIn, isUnknownWallet } from './walletSignIn.ts';

/** `network` represents the wallet's kind. */
export interface Candidate {
  readonly wallet: FoundWallet;
  readonly network: string;
}

export type WalletSignInProgress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' | 'sending'; readonly candidate: Candidate }
  | {
      readonly kind: 'choosing';
      readonly candidate: Candidate;
      readonly accounts: readonly WalletAccount[];
    }
  | {
      readonly kind: 'trouble';
      readonly candidate: Candidate;
      readonly account: WalletAccount;
      readonly trouble: SigningTrouble;
    }
  | { readonly kind: 'refused'; readonly error: unknown };

const idle: WalletSignInProgress = { kind: 'idle' };

/** @throws ApiError, NetworkError */
export function useSendSigned(): (signed: SignedText) => Promise<void> {
  const signIn = useSignIn();
  return async (signed) => {
    const { fullName } = await signIn('/api/login/wallet', signed);
    const { loginSuccessful: title, welcomeBack } = currentWords(auth);
    toast({ title, description: welcomeBack(fullName), tone: 'success' });
  };
}

const normalized = ({ network, address }: WalletAccount): WalletAccount => ({
  network,
  address: normalizeAddress(network, address),
});

/**
 * Connects a wallet, lets the member choose an account, and has it sign. Requests can't be withdrawn: after `stop`, a
 * late answer is ignored.
 * @param onUnknown called when no member signs in by the address
 */
export function useWalletSignIn(onUnknown: (account: WalletAccount) => void) {
  const send = useSendSigned();
  const [progress, setProgress] = useState<WalletSignInProgress>(idle);
  const run = useRef(0);
  const stop = () => {
    run.current += 1;
    setProgress(idle);
  };
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  const runStep = async (
    candidate: Candidate,
    account: WalletAccount,
    work: (show: (next: WalletSignInProgress) => boolean) => Promise<void>,
  ) => {
    run.current += 1;
    const own = run.current;
    const show = (next: WalletSignInProgress) => {
      if (run.current !== own) return false;
      setProgress(next);
      return true;
    };
    show({ kind: 'asking', candidate });
    try {
      await work(show);
    } catch (error) {
      if (error instanceof SigningError) {
        show({ kind: 'trouble', candidate, account, trouble: error.trouble });
      } else if (!isUnknownWallet(error)) show({ kind: 'refused', error });
      else if (show(idle)) onUnknown(normalized(account));
    }
  };
  const signWith = (candidate: Candidate, account: WalletAccount) =>
    runStep(candidate, account, async (show) => {
      const { message } = await askToSignIn(account);
      if (!show({ kind: 'asking', candidate })) return;
      const signed = await candidate.wallet.signIn(message, account.address);
      if (show({ kind: 'sending', candidate })) await send(signed);
    });
  const begin = (candidate: Candidate) =>
    runStep(candidate, { network: candidate.network, address: '' }, async (show) => {
      const accounts = await candidate.wallet.accounts();
      const [only] = accounts;
      if (only === undefined) throw new SigningError({ kind: 'noAccount' });
      if (!show({ kind: 'choosing', candidate, accounts })) return;
      if (accounts.length === 1) await signWith(candidate, only);
    });
  return { progress, begin, signWith, stop };
}
