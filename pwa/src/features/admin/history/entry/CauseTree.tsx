import type { HistoryEntry } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../../base/ui/ErrorState.tsx';
import { Loading } from '../../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../../base/ui/Skeleton.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { chainQuery } from '../events/historyQueries.ts';
import { useHistorySentences } from '../events/sentences.ts';
import { type ActionNode, causeTree, type EventNode } from './causeTree.ts';

export interface CauseTreeProps {
  readonly eventId: string;
  readonly onOpen: (eventId: string) => void;
}

/** Causes and effects of an event: requests, their commands, the commands' events, and what followed. */
export function CauseTree(props: CauseTreeProps) {
  const words = useWords(history).chain;
  return (
    <section aria-labelledby="history-chain">
      <h3 id="history-chain" className="text-sm font-medium">
        {words.title}
      </h3>
      <p className="text-xs text-muted">{words.text}</p>
      <Chain {...props} />
    </section>
  );
}

function Chain({ eventId, onOpen }: CauseTreeProps) {
  const words = useWords(history).chain;
  const { member } = useHistorySentences();
  const { data, isError, refetch } = useQuery(chainQuery(eventId));
  if (data === undefined) {
    if (isError) return <ErrorState title={words.loading} onRetry={() => void refetch()} className="mt-3" />;
    return (
      <Loading className="mt-3">
        <Skeleton className="h-24" />
      </Loading>
    );
  }
  const place = { eventId, onOpen };
  return (
    <>
      <ul className="mt-3 flex flex-col gap-4">
        {causeTree(data.entries).map(({ id, actions }) => (
          <li key={id}>
            <Step title={words.request(member(firstOf(actions)?.actor ?? null))} id={id}>
              {actions.map((action) => (
                <Action key={action.id} action={action} {...place} />
              ))}
            </Step>
          </li>
        ))}
      </ul>
      {data.entries.length === 1 && <p className="mt-3 text-xs text-muted">{words.alone}</p>}
      {!data.isWhole && <p className="mt-3 text-xs text-muted">{words.isCut}</p>}
    </>
  );
}

const firstOf = (actions: readonly ActionNode[]): HistoryEntry | undefined => actions[0]?.events[0]?.entry;

/** A request or command with its effects; neither is an event. */
function Step({
  title,
  id,
  children,
}: {
  readonly title: string;
  readonly id: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <p className="flex min-w-0 items-baseline gap-2 py-1 text-sm text-muted">
        <span className="max-w-full shrink-0 wrap-anywhere">{title}</span>
        <span className="truncate font-mono text-2xs text-faint">{id}</span>
      </p>
      <ul className={branch}>{children}</ul>
    </>
  );
}

const branch = 'ml-2 border-l border-line-strong pl-4';

function Action({ action, ...place }: CauseTreeProps & { readonly action: ActionNode }) {
  const words = useWords(history).chain;
  const { kind } = useHistorySentences();
  return (
    <li>
      <Step title={words.action(kind(action.events[0]?.entry.type ?? ''))} id={action.id}>
        {action.events.map((node) => (
          <Event key={node.entry.eventId} node={node} {...place} />
        ))}
      </Step>
    </li>
  );
}

function Event({ node: { entry, effects }, ...place }: CauseTreeProps & { readonly node: EventNode }) {
  const words = useWords(history).chain;
  const { sentence } = useHistorySentences();
  const { dateAndTime } = useFormats();
  const isHere = entry.eventId === place.eventId;
  return (
    <li>
      <button
        type="button"
        aria-current={isHere ? 'true' : undefined}
        disabled={isHere}
        onClick={() => place.onOpen(entry.eventId)}
        className={clsx(
          'my-0.5 flex min-h-9 w-full flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-lg px-3 py-1.5 text-left text-sm transition',
          isHere ? 'bg-overlay' : 'hover:bg-raised',
        )}
      >
        <span className="wrap-anywhere">{sentence(entry)}</span>
        <span className="text-xs text-muted">{isHere ? words.here : dateAndTime(entry.occurredAt)}</span>
      </button>
      {effects.length > 0 && (
        <ul className={branch}>
          {effects.map((effect) => (
            <Event key={effect.entry.eventId} node={effect} {...place} />
          ))}
        </ul>
      )}
    </li>
  );
}
