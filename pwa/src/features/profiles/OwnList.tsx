import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type * as v from 'valibot';
import { isUnreachableError, sentenceOf } from '../../base/api/errors.ts';
import { InlineError } from '../../base/ui/InlineError.tsx';
import { Loading } from '../../base/ui/Loading.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { kept } from '../../base/words/en/device/kept.ts';
import { useWords } from '../../base/words/words.ts';
import type { KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';
import { StoredNotice } from '../../device/offline/kept/StoredNotice.tsx';
import { useIsCutOff } from '../../device/offline/kept/useIsCutOff.ts';
import { useKept } from '../../device/offline/kept/useKept.ts';

interface OwnListProps<T> {
  readonly query: UseQueryResult<T[]>;
  readonly question: KeptQuestion<v.GenericSchema<unknown, T[]>>;
  readonly emptyText: string;
  readonly children: (item: T) => ReactNode;
}

/** The member's own list; stored data while the server is unreachable. */
export function OwnList<T>({ query, question, emptyText, children }: OwnListProps<T>) {
  const words = useWords(kept);
  const { data, asOf, isMissing, obstacle } = useKept(query, question);
  const isCutOff = useIsCutOff();
  if (data === undefined && query.isError && (isMissing || !isUnreachableError(query.error))) {
    return (
      <InlineError
        text={isMissing && obstacle === 'away' ? words.neverOpened.own : sentenceOf(query.error)}
        onRetry={() => void query.refetch()}
        className="mt-5 border-t pt-5"
      />
    );
  }
  if (data === undefined) {
    return (
      <Loading className="mt-5 flex flex-col gap-4 border-t pt-5">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  if (data.length === 0) {
    return <p className="mt-5 border-t pt-5 text-sm text-muted">{emptyText}</p>;
  }
  return (
    <>
      {/* While offline, the screen shows this once for all lists. */}
      {asOf !== null && !isCutOff && (
        <StoredNotice at={asOf} obstacle={obstacle} onRetry={() => void query.refetch()} className="mt-5" />
      )}
      <ul className="mt-5 -mb-3 divide-y divide-line border-t">{data.map(children)}</ul>
    </>
  );
}
