import type { HistoryRecord } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleDashed, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { VerdictCard } from '../../../base/ui/VerdictCard.tsx';
import type { Words } from '../../../base/words/catalogue.ts';
import { proof } from '../../../base/words/en/admin/proof.ts';
import { type Formats, useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { proofQuery } from './proofQuery.ts';
import { forgetRemembered } from './remembered.ts';
import type { Verdict } from './verify.ts';

/** Verifies in this browser that a record is in the signed log, and lists the checks. */
export function InclusionProof({ record }: { readonly record: HistoryRecord }) {
  const words = useWords(proof);
  const formats = useFormats();
  const card = { label: words.title, className: 'min-h-35' };
  const { data: verdict, error, refetch } = useQuery(proofQuery(record));
  if (verdict === undefined) {
    return error === null ? (
      <VerdictCard {...card} icon={CircleDashed} title={words.checking} text={words.checkingText} />
    ) : (
      <VerdictCard {...card} icon={CircleDashed} title={words.failed} text={sentenceOf(error)}>
        <Button size="sm" variant="ghost" className="-ml-3 self-start" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </VerdictCard>
    );
  }
  if (verdict.kind === 'verified') {
    const { size, time } = verdict.checkpoint;
    const text = words.verifiedText(formats.number(size), formats.dateAndTime(time));
    return (
      <VerdictCard {...card} icon={ShieldCheck} tone="good" title={words.verified} text={text}>
        <Checks lines={checksOf(verdict, words, formats)} />
      </VerdictCard>
    );
  }
  if (verdict.kind === 'false') {
    const startOver = () => {
      forgetRemembered();
      void refetch();
    };
    return (
      <VerdictCard {...card} icon={ShieldAlert} tone="bad" title={words.isFalse} text={words.falseText}>
        <Checks lines={[faultIn(verdict, words, formats)]}>
          {['key', 'shrunken', 'fork'].includes(verdict.fault) && (
            <div className="flex flex-col items-start gap-2">
              <p>{words.anewText}</p>
              <Button size="sm" variant="secondary" onClick={startOver}>
                {words.anew}
              </Button>
            </div>
          )}
        </Checks>
      </VerdictCard>
    );
  }
  const title = verdict.kind === 'waiting' ? words.waiting : words.unsigned;
  const text = verdict.kind === 'waiting' ? words.waitingText : words.unsignedText;
  return <VerdictCard {...card} icon={CircleDashed} title={title} text={text} />;
}

interface ChecksProps {
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}

function Checks({ lines, children }: ChecksProps) {
  const words = useWords(proof);
  return (
    <details className="group text-muted">
      <summary className="flex min-h-6 cursor-pointer items-center font-medium text-fg underline-offset-4 hover:underline">
        {words.checked}
        <ChevronRight aria-hidden="true" className="ml-1 size-4 text-muted group-open:rotate-90" />
      </summary>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 break-words">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children}
    </details>
  );
}

type ProofWords = Words['proof'];
type Of<Kind> = Extract<Verdict, { kind: Kind }>;

function checksOf(verdict: Of<'verified'>, words: ProofWords, { number, dateAndTime }: Formats): string[] {
  const { leaf, steps, checkpoint, key, signature, since } = verdict;
  return [
    words.leaf(leaf),
    words.path(number(steps), number(checkpoint.size)),
    signature === 'valid' ? words.signature(dateAndTime(checkpoint.time), key) : words.unchecked,
    since === null ? words.first : words.since(number(since.size), dateAndTime(since.time)),
  ];
}

function faultIn(
  { fault, checkpoint, since }: Of<'false'>,
  { faults }: ProofWords,
  { number, dateAndTime }: Formats,
): string {
  const [size, time] = [number(checkpoint.size), dateAndTime(checkpoint.time)];
  const before = since ?? checkpoint;
  switch (fault) {
    case 'record':
      return faults.record;
    case 'signature':
      return faults.signature(time);
    case 'key':
      return faults.key(dateAndTime(before.time));
    case 'shrunken':
      return faults.shrunken(number(before.size), size);
    case 'fork':
      return faults.fork(number(before.size), dateAndTime(before.time));
    case 'missing':
    case 'path':
      return faults[fault](size, time);
    default:
      return fault satisfies never;
  }
}
