import type { HistoryRecord } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, CircleDashed, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
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
  const { data: verdict, error, refetch } = useQuery(proofQuery(record));
  if (verdict === undefined) {
    return error === null ? (
      <Told icon={CircleDashed} title={words.checking} text={words.checkingText} />
    ) : (
      <Told icon={CircleDashed} title={words.failed} text={sentenceOf(error)}>
        <Button size="sm" variant="ghost" className="-ml-3 self-start" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </Told>
    );
  }
  if (verdict.kind === 'verified') {
    const { size, time } = verdict.checkpoint;
    const text = words.verifiedText(formats.number(size), formats.dateAndTime(time));
    return (
      <Told icon={ShieldCheck} tone="good" title={words.verified} text={text}>
        <Checked lines={checksOf(verdict, words, formats)} />
      </Told>
    );
  }
  if (verdict.kind === 'false') {
    const beginAnew = () => {
      forgetRemembered();
      void refetch();
    };
    return (
      <Told icon={ShieldAlert} tone="bad" title={words.isFalse} text={words.falseText}>
        <Checked lines={[faultIn(verdict, words, formats)]}>
          {['key', 'shrunken', 'fork'].includes(verdict.fault) && (
            <div className="flex flex-col items-start gap-2">
              <p>{words.anewText}</p>
              <Button size="sm" variant="secondary" onClick={beginAnew}>
                {words.anew}
              </Button>
            </div>
          )}
        </Checked>
      </Told>
    );
  }
  const title = verdict.kind === 'waiting' ? words.waiting : words.unsigned;
  const text = verdict.kind === 'waiting' ? words.waitingText : words.unsignedText;
  return <Told icon={CircleDashed} title={title} text={text} />;
}

const tones = {
  plain: { frame: '', icon: 'text-muted' },
  good: { frame: '', icon: 'text-success' },
  bad: { frame: 'border-danger-line bg-danger-soft', icon: 'text-danger' },
} as const;

interface ToldProps {
  readonly icon: LucideIcon;
  readonly tone?: keyof typeof tones;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Has a constant height, so that the answer moves nothing. */
function Told({ icon: Icon, tone = 'plain', title, text, children }: ToldProps) {
  const words = useWords(proof);
  return (
    <section
      aria-label={words.title}
      className={clsx('flex min-h-34 gap-3 rounded-lg border px-4 py-3 text-sm', tones[tone].frame)}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', tones[tone].icon)} />
      <div className="flex min-w-0 flex-col gap-1">
        <div role={tone === 'bad' ? 'alert' : 'status'}>
          <h3 className={clsx('font-medium', tone === 'bad' && 'text-danger')}>{title}</h3>
          <p className="text-muted">{text}</p>
        </div>
        {children}
      </div>
    </section>
  );
}

interface CheckedProps {
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}

function Checked({ lines, children }: CheckedProps) {
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
