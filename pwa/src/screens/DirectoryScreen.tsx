import { type Directory, limits } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useRef } from 'react';
import { isUnreachableError } from '../base/api/errors.ts';
import { Button } from '../base/ui/Button.tsx';
import { EmptyState } from '../base/ui/EmptyState.tsx';
import { ErrorState } from '../base/ui/ErrorState.tsx';
import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { Loading } from '../base/ui/Loading.tsx';
import { isBeyondEnd, Pagination } from '../base/ui/Pagination.tsx';
import { passFocusOn } from '../base/ui/passFocusOn.ts';
import { useTitle } from '../base/ui/useTitle.ts';
import { kept as keptWords } from '../base/words/en/device/kept.ts';
import { directory as directoryWords } from '../base/words/en/directory/directory.ts';
import { useFormats } from '../base/words/formats.ts';
import { useWords } from '../base/words/words.ts';
import { NothingStored } from '../device/offline/kept/NothingStored.tsx';
import { StoredNotice } from '../device/offline/kept/StoredNotice.tsx';
import { type Obstacle, useKept } from '../device/offline/kept/useKept.ts';
import { DirectoryFilters } from '../features/directory/DirectoryFilters.tsx';
import { directoryQuery, directoryQuestion } from '../features/directory/directoryQuery.ts';
import {
  type DirectoryState,
  directorySearch,
  isFiltered,
  wholeDirectory,
} from '../features/directory/directoryState.ts';
import { MemberCard, MemberCardSkeleton } from '../features/directory/MemberCard.tsx';
import type { StoredMembers } from '../features/directory/storedMembers.ts';
import { useDirectoryState } from '../features/directory/useDirectoryState.ts';
import { useStoredMembers } from '../features/directory/useStoredMembers.ts';

const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** At /directory (spec §2). */
export default function DirectoryScreen() {
  const words = useWords(directoryWords);
  const formats = useFormats();
  useTitle(words.heading);
  useInPlaceOfFirstView();
  const { state, arrival, change, isDrawn } = useDirectoryState();
  const directory = useQuery(directoryQuery(state));
  const { data: known, asOf, isMissing, obstacle } = useKept(directory, directoryQuestion(state));
  // Typing has priority over rendering results.
  const data = useDeferredValue(known);
  const stored = useStoredMembers(state, isMissing && isFiltered(state));
  const askAgain = () => void directory.refetch();
  const total = data?.pagination.total ?? stored?.fitting.length;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">{words.heading}</h1>
        <p className="min-h-5 text-sm text-muted tabular-nums max-sm:w-full" role="status">
          {total !== undefined && words.count(formats.number(total), total)}
        </p>
      </header>
      <DirectoryFilters key={arrival} state={state} isDrawn={isDrawn} onChange={change} />
      {data !== undefined && asOf !== null && (
        <StoredNotice at={asOf} obstacle={obstacle} onRetry={askAgain} className="mb-6" />
      )}
      {data !== undefined ? (
        <Members
          directory={data}
          state={state}
          isStale={directory.isPlaceholderData}
          onClear={() => change(wholeDirectory)}
        />
      ) : directory.isError && !isUnreachableError(directory.error) ? (
        <ErrorState title={words.failed} onRetry={askAgain} />
      ) : stored !== undefined ? (
        <StoredResults
          found={stored}
          state={state}
          obstacle={obstacle}
          onRetry={askAgain}
          onClear={() => change(wholeDirectory)}
        />
      ) : isMissing && !isFiltered(state) ? (
        <NothingStored what="page" obstacle={obstacle} onRetry={askAgain} />
      ) : (
        skeletonCards
      )}
    </div>
  );
}

function SkeletonCards() {
  const { loading } = useWords(directoryWords);
  return (
    <Loading label={loading} className={grid}>
      {skeletonKeys.map((key) => (
        <MemberCardSkeleton key={key} />
      ))}
    </Loading>
  );
}

/** A constant element, so that React does not render it again. */
const skeletonCards = <SkeletonCards />;

interface MembersProps {
  readonly directory: Directory;
  readonly state: DirectoryState;
  /** These are the previous page's members. */
  readonly isStale: boolean;
  readonly onClear: () => void;
}

function Members({ directory, state, isStale, onClear }: MembersProps) {
  const list = useRef<HTMLUListElement>(null);
  const { users, pagination } = directory;
  if (pagination.total === 0) return <NoMembers state={state} onClear={onClear} />;
  return (
    <div aria-busy={isStale} className={clsx('transition-opacity', isStale && 'opacity-50')}>
      {isBeyondEnd(pagination) ? (
        skeletonCards
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          className={clsx(
            grid,
            'scroll-mt-[calc(var(--shell-top)+1rem)] min-[72rem]:scroll-mt-[calc(var(--shell-top)+6rem)]',
          )}
        >
          {users.map((member) => (
            <MemberCard key={member.id} member={member} />
          ))}
        </ul>
      )}
      <div className="mt-10">
        <Pagination
          page={pagination.page}
          totalPages={pagination.totalPages}
          list={list}
          toPage={(page) => ({ search: directorySearch({ ...state, page }).toString() })}
        />
      </div>
    </div>
  );
}

function StoredResults({
  found,
  state,
  obstacle,
  onRetry,
  onClear,
}: {
  readonly found: StoredMembers;
  readonly state: DirectoryState;
  readonly obstacle: Obstacle;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}) {
  const words = useWords(keptWords);
  const formats = useFormats();
  const { known, fitting, asOf } = found;
  return (
    <>
      <StoredNotice at={asOf} obstacle={obstacle} onRetry={onRetry} className="mb-6">
        {words.searchedStored(formats.number(known), known)}
      </StoredNotice>
      {fitting.length === 0 ? (
        <NoMembers state={state} onClear={onClear} />
      ) : (
        <ul className={grid}>
          {fitting.slice(0, limits.directoryPageSizeMax).map((member) => (
            <MemberCard key={member.id} member={member} />
          ))}
        </ul>
      )}
    </>
  );
}

interface NoMembersProps {
  readonly state: DirectoryState;
  readonly onClear: () => void;
}

function NoMembers({ state, onClear }: NoMembersProps) {
  const words = useWords(directoryWords);
  const { noneProved, noneFitting, noneYet } = words;
  if (!isFiltered(state)) return <EmptyState icon={SearchX} {...noneYet} />;
  const { title, text, action } = noneFitting;
  return (
    <EmptyState icon={SearchX} title={title} text={state.hasProof ? noneProved : text}>
      <Button ref={passFocusOn} variant="secondary" onClick={onClear}>
        {action}
      </Button>
    </EmptyState>
  );
}
