import { useInfiniteQuery } from '@tanstack/react-query';
import { type ListPages, openRequestsQuery, reportCasesQuery } from './adminQueries.ts';

const countOf = (list: ListPages<unknown> | undefined): number =>
  list?.pages.reduce((count, page) => count + page.items.length, 0) ?? 0;

/** Counts the loaded ones; 0 until they are known. */
export const useOpenRequestCount = (): number => countOf(useInfiniteQuery(openRequestsQuery).data);
/** As `useOpenRequestCount`. */
export const useOpenCaseCount = (): number => countOf(useInfiniteQuery(reportCasesQuery('open')).data);
