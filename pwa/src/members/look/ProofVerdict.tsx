import { networkName } from '@pmcw/contracts';
import type { SeenProof } from '@pmcw/contracts/walletProofs';
import { CircleDashed, FileQuestionMark, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Button } from '../../base/ui/Button.tsx';
import { VerdictCard } from '../../base/ui/VerdictCard.tsx';
import { proofCheck } from '../../base/words/en/proofs/proofCheck.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { CheckProgress } from './useProofCheck.ts';

interface ProofVerdictProps {
  readonly seen: SeenProof;
  readonly progress: CheckProgress;
  /** Reloads the code of the check after a failure. */
  readonly onRetry: () => void;
}

const card = { isFilled: true, className: 'min-h-28' } as const;

export function ProofVerdict({ seen, progress, onRetry }: ProofVerdictProps) {
  const words = useWords(proofCheck);
  const formats = useFormats();
  if (progress.kind === 'running') {
    return <VerdictCard {...card} icon={CircleDashed} title={words.running} text={words.runningText} />;
  }
  if (progress.kind === 'unavailable') {
    return (
      <VerdictCard {...card} icon={CircleDashed} title={words.unavailable} text={words.unavailableText}>
        <Button size="sm" variant="secondary" className="self-start" onClick={onRetry}>
          {words.again}
        </Button>
      </VerdictCard>
    );
  }
  const { check } = progress;
  if (check.kind === 'false') {
    return (
      <VerdictCard
        {...card}
        icon={ShieldAlert}
        tone="bad"
        title={words.wrong}
        text={check.faults.map((fault) => words.faults[fault]).join(' ')}
        note={<p>{words.wrongText}</p>}
      />
    );
  }
  const { site, username } = check.says;
  const moved = !check.isThisSite && <p>{words.otherSite(site, seen.host)}</p>;
  if (check.kind === 'contract') {
    const text = words.contractText(formats.dateInWords(seen.proof.provedAt));
    return (
      <VerdictCard
        {...card}
        icon={FileQuestionMark}
        title={words.contract(networkName(seen.network))}
        text={text}
        note={moved}
      />
    );
  }
  return (
    <VerdictCard
      {...card}
      icon={ShieldCheck}
      tone="good"
      title={words.right}
      text={words.rightText(username, site)}
      note={moved}
    />
  );
}
