import type { HistoryEntry } from '@pmcw/contracts';
import { history } from '../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { EventIcon } from '../../../members/look/EventIcon.tsx';
import { useHistorySentences } from './events/sentences.ts';

export interface HistoryRowProps {
  readonly entry: HistoryEntry;
  readonly onOpen: (eventId: string) => void;
  readonly searchOf: (eventId: string) => string;
}

export function HistoryRow({ entry, onOpen, searchOf }: HistoryRowProps) {
  const { sentence, kind } = useHistorySentences();
  const { timeOfDay, dateAndTime } = useFormats();
  const words = useWords(history).details;
  const { eventId, type, stream, revision, occurredAt, undoes } = entry;
  return (
    // Rows out of sight cost no layout or painting, however long the list is.
    <li className="[contain-intrinsic-size:auto_4.25rem] [content-visibility:auto]">
      <a
        href={`?${searchOf(eventId)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen(eventId);
        }}
        className="flex min-h-17 items-center gap-4 px-4 py-2.5 transition -outline-offset-2 hover:bg-raised sm:px-5"
      >
        <EventIcon type={type} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm break-words">{sentence(entry)}</span>
          <span className="mt-0.5 flex min-w-0 gap-2 text-xs text-faint">
            <span className="shrink-0">
              {undoes === null ? kind(type) : `${kind(type)} · ${words.undoes}`}
            </span>
            <span className="truncate font-mono max-sm:hidden">
              {stream} · {revision}
            </span>
          </span>
        </span>
        <time
          dateTime={occurredAt}
          title={dateAndTime(occurredAt)}
          className="shrink-0 text-xs text-muted tabular-nums"
        >
          {timeOfDay(occurredAt)}
        </time>
      </a>
    </li>
  );
}
