import type { Wallet, WalletChallenge } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, sentenceOf } from '../../base/api/errors.ts';
import { Button } from '../../base/ui/Button.tsx';
import { InlineError } from '../../base/ui/InlineError.tsx';
import { Loading } from '../../base/ui/Loading.tsx';
import { Notice } from '../../base/ui/Notice.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { SignText } from '../../device/wallets/SignText.tsx';
import { NamedAddress } from '../../members/look/NamedAddress.tsx';
import { AboutProofs } from './AboutProofs.tsx';
import { Proved } from './Proved.tsx';
import { challengeQuery, type ToProve, useProveWallet } from './proving.ts';

export interface ProveDialogProps extends OnDemandProps {
  readonly wallet: ToProve;
  readonly afterwards: (wallet: Wallet) => ReactNode;
  /** Called after the address was proved and the dialog was closed. */
  readonly onProved?: () => void;
}

export default function ProveDialog({ wallet, trigger, afterwards, onProved }: ProveDialogProps) {
  const words = useWords(proving);
  const prove = useProveWallet(wallet);
  const isProved = prove.isSuccess;
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => isOpen && prove.reset()}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={words.title}
        {...(!isProved && { description: words.description })}
        className="sm:max-w-lg"
        {...(isProved && onProved !== undefined && { onClosed: onProved })}
      >
        {isProved ? (
          <Proved wallet={prove.data}>{afterwards(prove.data)}</Proved>
        ) : (
          <Proving wallet={wallet} prove={prove} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface ProvingProps {
  readonly wallet: ToProve;
  readonly prove: ReturnType<typeof useProveWallet>;
}

function Proving({ wallet, prove }: ProvingProps) {
  const challenge = useQuery(challengeQuery(wallet));
  const getNewText = () => {
    prove.reset();
    void challenge.refetch();
  };
  return (
    <>
      <WhichAddress wallet={wallet} />
      {challenge.isFetching ? (
        <Preparing />
      ) : challenge.isSuccess ? (
        <Signing wallet={wallet} challenge={challenge.data} prove={prove} onNewText={getNewText} />
      ) : (
        <NoText error={challenge.error} onRetry={getNewText} />
      )}
      <AboutProofs />
    </>
  );
}

function WhichAddress({ wallet }: { readonly wallet: ToProve }) {
  const words = useWords(proving);
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-1">
      <NamedAddress wallet={wallet} />
      {wallet.proof !== null && (
        <p className="text-xs text-muted">{words.before(formats.date(wallet.proof.provedAt))}</p>
      )}
    </div>
  );
}

/** As high as the content that replaces it. */
function Preparing() {
  const words = useWords(proving);
  return (
    <Loading label={words.loading} className="flex flex-col gap-5">
      <Skeleton className="h-60" />
      <Skeleton className="h-12" />
      <Skeleton className="h-32" />
    </Loading>
  );
}

function NoText({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  // A retry won't help: the address is gone, or can't be proved.
  const isFinal = error instanceof ApiError && [404, 409].includes(error.status);
  return <InlineError text={sentenceOf(error)} onRetry={isFinal ? undefined : onRetry} />;
}

interface SigningProps extends ProvingProps {
  readonly challenge: WalletChallenge;
  readonly onNewText: () => void;
}

function Signing({ wallet, challenge, prove, onNewText }: SigningProps) {
  const { pasting } = useWords(proving);
  const { error, isPending, reset } = prove;
  return (
    <SignText
      wallet={wallet}
      text={challenge.statement}
      action={pasting.send}
      error={error}
      isPending={isPending}
      onReset={reset}
      send={(signature) => prove.mutateAsync({ challenge, signature })}
      refused={(refusal) => <Refused error={refusal} onNewText={onNewText} />}
    />
  );
}

/** Offers a new text if this one was used or has expired. */
function Refused({ error, onNewText }: { readonly error: Error; readonly onNewText: () => void }) {
  const words = useWords(proving);
  const isOver = error instanceof ApiError && error.code === 'challenge_invalid';
  return (
    <Notice>
      <p>{sentenceOf(error)}</p>
      {isOver && (
        <Button size="sm" variant="secondary" className="mt-3" onClick={onNewText}>
          {words.newText}
        </Button>
      )}
    </Notice>
  );
}
