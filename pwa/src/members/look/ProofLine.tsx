import type { WalletProof } from '@pmcw/contracts';
import { Check } from 'lucide-react';
import { walletProofs } from '../../base/words/en/proofs/walletProofs.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';

export function ProofLine({ proof }: { readonly proof: Pick<WalletProof, 'provedAt'> | null }) {
  const words = useWords(walletProofs);
  const formats = useFormats();
  if (proof === null) return <span className="text-xs text-faint">{words.notProved}</span>;
  return (
    <span className="inline-flex items-start gap-1.5 text-xs text-muted">
      <Check aria-hidden="true" className="mt-px size-3.5 shrink-0 text-success" />
      {words.provedOn(formats.date(proof.provedAt))}
    </span>
  );
}
