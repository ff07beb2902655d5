import type { ProofCheck, SeenProof } from '@pmcw/contracts/walletProofs';
import { useEffect, useState } from 'react';

/** `unavailable`: its code could not be loaded. */
export type CheckProgress =
  | { readonly kind: 'running' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'done'; readonly check: ProofCheck };

/** Checks a proof in this browser once the cryptography is loaded. `again` retries a failed load. */
export function useProofCheck(seen: SeenProof): { readonly progress: CheckProgress; again(): void } {
  const [progress, setProgress] = useState<CheckProgress>({ kind: 'running' });
  const [round, setRound] = useState(0);
  const question = JSON.stringify(seen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is `seen`; `round` repeats the check.
  useEffect(() => {
    let isWanted = true;
    const show = (next: CheckProgress) => isWanted && setProgress(next);
    show({ kind: 'running' });
    import('@pmcw/contracts/walletProofs').then(
      ({ checkProof }) => show({ kind: 'done', check: checkProof(seen) }),
      () => show({ kind: 'unavailable' }),
    );
    return () => {
      isWanted = false;
    };
  }, [question, round]);
  return { progress, again: () => setRound((last) => last + 1) };
}
