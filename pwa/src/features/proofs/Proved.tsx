import { networkName, type Wallet } from '@pmcw/contracts';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { DialogClose } from '../../base/ui/overlays/Dialog.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';
import { ProofLine } from '../../members/look/ProofLine.tsx';

/** Takes focus, so that the result is noticed. */
export function Proved({ wallet, children }: { readonly wallet: Wallet; readonly children: ReactNode }) {
  const words = useWords(proving).done;
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone; screen readers continue here.
  useEffect(() => void heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <span
        aria-hidden="true"
        className="mb-2 grid size-14 place-items-center rounded-full bg-success-soft text-success"
      >
        <Check className="size-7" strokeWidth={2.2} />
      </span>
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {words.title(networkName(wallet.network))}
      </h3>
      <p className="text-sm text-muted">{words.text}</p>
      <p className="mt-3 flex w-full flex-col items-center gap-1.5 rounded-md border bg-canvas px-4 py-3">
        <Address address={wallet.address} />
        <ProofLine proof={wallet.proof} />
      </p>
      <div className="mt-3 flex w-full flex-col gap-3">
        {children}
        <DialogClose asChild>
          <Button className="w-full">{words.close}</Button>
        </DialogClose>
      </div>
    </div>
  );
}
