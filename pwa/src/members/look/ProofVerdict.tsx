import { networkName } from '@pmcw/contracts';
import type { SeenProof } from '@pmcw/contracts/walletProofs';
import { clsx } from 'clsx';
import { CircleDashed, FileQuestionMark, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { proofCheck } from '../../base/words/en/proofs/proofCheck.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { CheckProgress } from './useProofCheck.ts';

export interface ProofVerdictProps {
  readonly seen: SeenProof;
  readonly progress: CheckProgress;
  /** Reloads the code of the check after a failure. */
  readonly onRetry: () => void;
}

export function ProofVerdict({ seen, progress, onRetry }: ProofVerdictProps) {
  const words = useWords(proofCheck);
  const formats = useFormats();
  if (progress.kind === 'running') {
    return <Told icon={CircleDashed} title={words.running} text={words.runningText} />;
  }
  if (progress.kind === 'unavailable') {
    return (
      <Told icon={CircleDashed} title={words.unavailable} text={words.unavailableText}>
        <Button size="sm" variant="secondary" className="self-start" onClick={onRetry}>
          {words.again}
        </Button>
      </Told>
    );
  }
  const { check } = progress;
  if (check.kind === 'false') {
    return (
      <Told
        icon={ShieldAlert}
        tone="bad"
        title={words.wrong}
        text={check.faults.map((fault) => words.faults[fault]).join(' ')}
      >
        <p>{words.wrongText}</p>
      </Told>
    );
  }
  const { site, username } = check.says;
  const moved = !check.isThisSite && <p>{words.otherSite(site, seen.host)}</p>;
  if (check.kind === 'contract') {
    const text = words.contractText(formats.dateInWords(seen.proof.provedAt));
    return (
      <Told icon={FileQuestionMark} title={words.contract(networkName(seen.network))} text={text}>
        {moved}
      </Told>
    );
  }
  return (
    <Told icon={ShieldCheck} tone="good" title={words.right} text={words.rightText(username, site)}>
      {moved}
    </Told>
  );
}

const tones = {
  plain: { frame: 'bg-raised', icon: 'text-muted' },
  good: { frame: 'border-transparent bg-success-soft', icon: 'text-success' },
  bad: { frame: 'border-danger-line bg-danger-soft', icon: 'text-danger' },
} as const;

interface ToldProps {
  readonly icon: LucideIcon;
  readonly tone?: keyof typeof tones;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A live region that exists from the start, so that its changes are announced. */
function Told({ icon: Icon, tone = 'plain', title, text, children }: ToldProps) {
  return (
    <div
      role="status"
      className={clsx(
        'flex min-h-28 shrink-0 gap-3 rounded-lg border px-4 py-3.5 text-sm',
        tones[tone].frame,
      )}
    >
      <Icon aria-hidden="true" className={clsx('mt-px size-5 shrink-0', tones[tone].icon)} />
      <div className="flex min-w-0 flex-col gap-2 break-words">
        <p className={clsx('font-medium', tone === 'bad' && 'text-danger')}>{title}</p>
        <p className="text-muted">{text}</p>
        {children}
      </div>
    </div>
  );
}
