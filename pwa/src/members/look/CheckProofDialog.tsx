import { networkName, type Wallet, type WalletProof } from '@pmcw/contracts';
import type { PlainProof, SeenProof } from '@pmcw/contracts/walletProofs';
import type { ReactNode } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { CopiedText } from '../../base/ui/CopiedText.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { proofCheck } from '../../base/words/en/proofs/proofCheck.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { explorerUrl } from './explorers.ts';
import { OtherChecks } from './OtherChecks.tsx';
import { ProofVerdict } from './ProofVerdict.tsx';
import { useProofCheck } from './useProofCheck.ts';

export interface CheckProofDialogProps extends OnDemandProps {
  readonly wallet: Pick<Wallet, 'network' | 'address'>;
  readonly proof: WalletProof;
  readonly username: string;
}

/** Checks the proof in this browser, and explains how to check it elsewhere. */
export default function CheckProofDialog({ wallet, proof, username, trigger }: CheckProofDialogProps) {
  const words = useWords(proofCheck);
  const { network, address } = wallet;
  const seen = { network, address, proof, username, host: window.location.host };
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={words.title}
        description={words.about(networkName(network), username)}
        className="sm:max-w-xl"
      >
        <CheckedProof seen={seen} />
      </DialogContent>
    </Dialog>
  );
}

function CheckedProof({ seen }: { readonly seen: SeenProof }) {
  const { progress, again } = useProofCheck(seen);
  // A key's signature is checked as one, whatever scheme was recorded.
  const { check } = progress.kind === 'done' ? progress : {};
  const signed = check === undefined || check.kind === 'false' ? seen.proof : check.signed;
  return (
    <>
      <ProofVerdict seen={seen} progress={progress} onRetry={again} />
      <Signed seen={seen} signed={signed} />
      <OtherChecks
        address={seen.address}
        signed={signed}
        explorer={explorerUrl(seen.network, seen.address)}
      />
    </>
  );
}

interface SignedProps {
  readonly seen: SeenProof;
  readonly signed: PlainProof;
}

function Signed({ seen: { address, proof }, signed }: SignedProps) {
  const words = useWords(proofCheck);
  const formats = useFormats();
  return (
    <section aria-labelledby="proof-signed" className="flex flex-col gap-4">
      <h3 id="proof-signed" className="text-sm font-medium">
        {words.signed}
      </h3>
      <CopiedText label={words.address} copyLabel={words.copyAddress} text={address}>
        <Address address={address} />
      </CopiedText>
      <CopiedText label={words.statement} copyLabel={words.copyStatement} text={signed.statement} />
      <CopiedText label={words.signature} copyLabel={words.copySignature} text={signed.signature} />
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name={words.scheme}>{words.schemes[signed.scheme]}</Fact>
        <Fact name={words.recorded}>
          <time dateTime={proof.provedAt}>{formats.dateAndTime(proof.provedAt)}</time>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
