import type { Directory } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useTitle } from '../app/useTitle.ts';
import { Button } from '../ui/Button.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { DirectoryFilters } from './DirectoryFilters.tsx';
import { directoryQuery } from './directoryQuery.ts';
import { type DirectoryState, directorySearch, isFiltered, wholeDirectory } from './directoryState.ts';
import { MemberCard, MemberCardSkeleton } from './MemberCard.tsx';
import { useDirectoryState } from './useDirectoryState.ts';

const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** The member directory at /directory (spec §2). */
export default function DirectoryScreen() {
  useTitle('Member Directory');
  const { state, change } = useDirectoryState();
  const directory = useQuery(directoryQuery(state));
  const total = directory.data?.pagination.total;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">Member Directory</h1>
        <p className="min-h-5 text-sm text-muted tabular-nums max-sm:w-full" role="status">
          {total !== undefined && `${total.toLocaleString('en')} ${total === 1 ? 'member' : 'members'}`}
        </p>
      </header>
      <DirectoryFilters state={state} onChange={change} />
      {directory.data === undefined && directory.isError ? (
        <p
          role="alert"
          className="rounded-xl border border-danger-line bg-danger-soft p-6 text-center text-danger"
        >
          Error loading directory data. Please try refreshing the page or try again later.
        </p>
      ) : directory.data === undefined ? (
        <div className={grid} role="status" aria-label="Loading members">
          {skeletonKeys.map((key) => (
            <MemberCardSkeleton key={key} />
          ))}
        </div>
      ) : (
        <Members
          directory={directory.data}
          state={state}
          isStale={directory.isPlaceholderData}
          onClear={() => change(wholeDirectory)}
        />
      )}
    </div>
  );
}

interface MembersProps {
  readonly directory: Directory;
  readonly state: DirectoryState;
  /** These are still the members of the page before. */
  readonly isStale: boolean;
  readonly onClear: () => void;
}

function Members({ directory, state, isStale, onClear }: MembersProps) {
  if (directory.users.length === 0) return <NoMembers isFiltered={isFiltered(state)} onClear={onClear} />;
  return (
    <div aria-busy={isStale} className={clsx('transition-opacity', isStale && 'opacity-50')}>
      <ul className={grid}>
        {directory.users.map((member) => (
          <MemberCard key={member.id} member={member} />
        ))}
      </ul>
      <div className="mt-10">
        <Pagination
          page={directory.pagination.page}
          totalPages={directory.pagination.totalPages}
          toPage={(page) => ({ search: directorySearch({ ...state, page }).toString() })}
        />
      </div>
    </div>
  );
}

interface NoMembersProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoMembers({ isFiltered: hasFilters, onClear }: NoMembersProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed px-6 py-20 text-center">
      <h2 className="text-xl">{hasFilters ? 'No profiles found' : 'No results found'}</h2>
      <p className="text-muted">
        {hasFilters
          ? 'Nobody fits these filters. Try a shorter name or fewer filters.'
          : 'There is nobody on this page.'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onClear}>
        {hasFilters ? 'Clear filters' : 'Show all members'}
      </Button>
    </div>
  );
}
