import type { HistoryDetails } from '@pmcw/contracts';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotFoundError } from '../../../../base/api/errors.ts';
import { Button } from '../../../../base/ui/Button.tsx';
import { ErrorState } from '../../../../base/ui/ErrorState.tsx';
import { Loading } from '../../../../base/ui/Loading.tsx';
import { Dialog, DialogContent } from '../../../../base/ui/overlays/Dialog.tsx';
import { Skeleton } from '../../../../base/ui/Skeleton.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import type { FilterValues } from '../../address/historyState.ts';
import { UndoBatchButton } from '../../bulk/UndoBatchButton.tsx';
import { chainQuery, detailsQuery } from '../events/historyQueries.ts';
import { useHistorySentences } from '../events/sentences.ts';
import { ConversationThenButton } from '../timeTravel/ConversationThenButton.tsx';
import { TimeTravelButton } from '../timeTravel/TimeTravelButton.tsx';
import { UndoButton } from '../undo/UndoButton.tsx';
import { EntryDetails } from './EntryDetails.tsx';

interface EntryDialogProps {
  /** Null closes the dialog. */
  readonly eventId: string | null;
  readonly onOpen: (eventId: string) => void;
  readonly onClose: () => void;
  /** Replaces the current filters. */
  readonly onFilter: (filters: Partial<FilterValues>) => void;
}

export function EntryDialog({ eventId, ...actions }: EntryDialogProps) {
  const [shown, setShown] = useState(eventId);
  // Keeps the content while the dialog closes.
  if (eventId !== null && eventId !== shown) setShown(eventId);
  return (
    <Dialog open={eventId !== null} onOpenChange={(isOpen) => !isOpen && actions.onClose()}>
      {shown !== null && <EntryDialogContent eventId={shown} {...actions} />}
    </Dialog>
  );
}

function EntryDialogContent({
  eventId,
  onOpen,
  onFilter,
}: Omit<EntryDialogProps, 'eventId' | 'onClose'> & { readonly eventId: string }) {
  const words = useWords(history).details;
  const { sentence } = useHistorySentences();
  const { dateAndTime } = useFormats();
  // Requested in parallel.
  usePrefetchQuery(chainQuery(eventId));
  const { data, isError, error, refetch } = useQuery(detailsQuery(eventId));
  return (
    <DialogContent
      title={data === undefined ? words.entry : sentence(data.entry)}
      {...(data === undefined ? {} : { description: dateAndTime(data.entry.occurredAt) })}
      className="sm:max-w-xl lg:max-w-4xl"
      isInAddress
    >
      {data !== undefined ? (
        <EntryDetails details={data} onOpen={onOpen}>
          <UndoButton entry={data.entry} />
          <UndoBatchButton entry={data.entry} />
          <TimeTravelButton stream={data.entry.stream} at={data.entry.position} />
          <ConversationThenButton entry={data.entry} />
          <FilterButtons details={data} onFilter={onFilter} />
        </EntryDetails>
      ) : isError ? (
        <ErrorState
          title={isNotFoundError(error) ? words.missing : words.loading}
          {...(isNotFoundError(error) ? {} : { onRetry: () => void refetch() })}
        />
      ) : (
        <Loading className="grid gap-5 lg:grid-cols-2">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </Loading>
      )}
    </DialogContent>
  );
}

function FilterButtons({
  details: { entry },
  onFilter,
}: Pick<EntryDialogProps, 'onFilter'> & { readonly details: HistoryDetails }) {
  const words = useWords(history).details;
  const { member } = useHistorySentences();
  const { actor, target, stream } = entry;
  return (
    <>
      <FilterButton onClick={() => onFilter({ actor: actor === null ? 'system' : String(actor.id) })}>
        {words.onlyActor(member(actor))}
      </FilterButton>
      {target !== null && (
        <FilterButton onClick={() => onFilter({ target: String(target.id) })}>
          {words.onlyTarget(member(target))}
        </FilterButton>
      )}
      <FilterButton onClick={() => onFilter({ stream })}>{words.onlyStream}</FilterButton>
    </>
  );
}

function FilterButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button size="sm" variant="secondary" className="max-w-full" onClick={onClick}>
      <span className="truncate">{children}</span>
    </Button>
  );
}
