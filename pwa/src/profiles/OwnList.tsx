import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../api/errors.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Props of `OwnList`. */
export interface OwnListProps<T> {
  readonly query: UseQueryResult<T[]>;
  readonly emptyText: string;
  readonly children: (item: T) => ReactNode;
}

/** What a member has listed, with its loading, empty and failed states. */
export function OwnList<T>({ query, emptyText, children }: OwnListProps<T>) {
  if (query.data === undefined && query.isError) {
    return (
      <div role="alert" className="mt-5 flex flex-col items-start gap-3 border-t pt-5 text-sm text-muted">
        {sentenceOf(query.error)}
        <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <div role="status" aria-label="Loading" className="mt-5 flex flex-col gap-4 border-t pt-5">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (query.data.length === 0) {
    return <p className="mt-5 border-t pt-5 text-sm text-muted">{emptyText}</p>;
  }
  return <ul className="mt-5 -mb-3 divide-y divide-line border-t">{query.data.map(children)}</ul>;
}
