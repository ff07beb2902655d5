import { type HistoryDetails, type HistoryEntry, type HistoryMember, SEALED } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../base/ui/CopyButton.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { common } from '../../../../base/words/en/common.ts';
import { useWords } from '../../../../base/words/words.ts';
import { InclusionProof } from '../../proof/InclusionProof.tsx';
import { chainQuery } from '../events/historyQueries.ts';
import { useHistorySentences } from '../events/sentences.ts';
import { CauseTree, type CauseTreeProps } from './CauseTree.tsx';

interface EntryDetailsProps extends Pick<CauseTreeProps, 'onOpen'> {
  readonly details: HistoryDetails;
  readonly children: ReactNode;
}

export function EntryDetails({ details, onOpen, children }: EntryDetailsProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Facts details={details} />
        <Undoing entry={details.entry} onOpen={onOpen} />
        <InclusionProof record={details.record} />
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      <div className="min-w-0 lg:col-span-2 lg:row-start-2">
        <CauseTree eventId={details.entry.eventId} onOpen={onOpen} />
      </div>
      <RawRecord details={details} />
    </div>
  );
}

function Facts({ details: { entry } }: { readonly details: HistoryDetails }) {
  const words = useWords(history).details;
  const { system } = useWords(history);
  const { kind, member } = useHistorySentences();
  const action = useAction(entry);
  const name = (of: HistoryMember) => (of.username === null ? words.erased(String(of.id)) : member(of));
  const facts: readonly (readonly [term: string, value: string, isCode: boolean])[] = [
    [words.type, kind(entry.type), false],
    [words.who, entry.actor === null ? system : name(entry.actor), false],
    [words.whom, entry.target === null ? words.nobody : name(entry.target), false],
    [words.action, action, false],
    [words.stream, `${entry.stream} · ${entry.revision}`, true],
    [words.position, entry.position, true],
  ];
  return (
    <dl className="divide-y divide-line rounded-lg border text-sm">
      {facts.map(([term, value, isCode]) => (
        <div key={term} className="flex min-h-10 justify-between gap-4 px-4 py-2.5">
          <dt className="shrink-0 text-muted">{term}</dt>
          <dd className={isCode ? 'min-w-0 font-mono text-xs/5 break-all' : 'min-w-0 text-right break-words'}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface UndoingProps extends Pick<CauseTreeProps, 'onOpen'> {
  readonly entry: HistoryEntry;
}

/** Links to the event that this one undoes, and to the one that undid it. */
function Undoing({ entry: { eventId, undoes }, onOpen }: UndoingProps) {
  const words = useWords(history).details;
  const { sentence } = useHistorySentences();
  const { data } = useQuery(chainQuery(eventId));
  const find = (isIt: (other: HistoryEntry) => boolean) => data?.entries.find(isIt);
  const related = [
    [words.undoesThis, find((other) => other.eventId === undoes)],
    [words.undoneBy, find((other) => other.undoes === eventId)],
  ] as const;
  return related.map(([label, other]) =>
    other === undefined ? null : (
      <p key={label} className="text-sm wrap-anywhere">
        {label}{' '}
        <button
          type="button"
          onClick={() => onOpen(other.eventId)}
          className="inline rounded-sm text-left underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {sentence(other)}
        </button>
      </p>
    ),
  );
}

/** Describes the cause of an event: its command's first event, or the event that led to it. '' until it is known. */
function useAction({ eventId, causationId }: HistoryEntry): string {
  const { kind, sentence } = useHistorySentences();
  const { data } = useQuery(chainQuery(eventId));
  const cause = data?.entries.find((entry) => entry.eventId === causationId);
  if (cause !== undefined) return sentence(cause);
  const first = data?.entries.find((entry) => entry.causationId === causationId);
  return first === undefined ? '' : kind(first.type);
}

function RawRecord({ details: { record } }: { readonly details: HistoryDetails }) {
  const words = useWords(history).details;
  const { copy } = useWords(common);
  const texts = { ...words.copied, failure: words.notCopied };
  const text = JSON.stringify(record, null, 2);
  return (
    <section aria-labelledby="history-record" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 id="history-record" className="text-sm font-medium">
            {words.record}
          </h3>
          <p className="text-xs text-muted">{words.recordText}</p>
        </div>
        <CopyButton size="sm" variant="ghost" aria-label={words.copy} text={text} texts={texts}>
          {copy}
        </CopyButton>
      </div>
      <pre
        dir="ltr"
        className="rounded-lg border bg-canvas p-4 font-mono text-xs/5 break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
      {text.includes('"[erased]"') && <p className="text-xs text-muted">{words.erasedText}</p>}
      {text.includes(`"${SEALED}"`) && <p className="text-xs text-muted">{words.sealedText}</p>}
    </section>
  );
}
