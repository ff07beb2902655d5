import { canSignIn, type Wallet } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import { signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { admitWallet } from '../wallets/walletSignIn.ts';
import { useMethodChanges } from './useMethodChanges.ts';

/** Offers a newly proved address as a sign-in method; renders nothing if it can't be one or already is. */
export function SignInOffer({ wallet }: { readonly wallet: Wallet }) {
  const words = useWords(walletSignIn).addition;
  const queryClient = useQueryClient();
  const changes = useMethodChanges();
  const [isAdded, setAdded] = useState(false);
  // Decided at first render, so that nothing moves later.
  const [isOffered] = useState(() => {
    const methods = queryClient.getQueryData(signInMethodsQuery.queryKey);
    const isNone = methods?.every(({ id }) => id !== wallet.id) === true;
    return isNone && canSignIn(wallet.network, wallet.address);
  });
  if (!isOffered) return null;
  if (isAdded) return <Added />;
  const add = () =>
    void changes.make({
      act: () => admitWallet(wallet.id),
      failure: words.notAdded,
      onDone: () => setAdded(true),
    });
  return (
    <div className="flex w-full flex-col gap-1.5">
      <Button variant="secondary" isPending={changes.isPending} onClick={add} className="w-full">
        {words.offer}
      </Button>
      <p className="text-xs text-muted">{words.risk}</p>
    </div>
  );
}

/** Replaces the button at the same height, and takes focus. */
function Added() {
  const { addedText } = useWords(walletSignIn).addition;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => void text.current?.focus({ preventScroll: true }), []);
  return (
    <p ref={text} tabIndex={-1} className="grid min-h-16.5 place-items-center text-sm outline-none">
      {addedText}
    </p>
  );
}
