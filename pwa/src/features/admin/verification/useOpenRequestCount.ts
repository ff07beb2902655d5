import { useInfiniteQuery } from '@tanstack/react-query';
import { openRequestsQuery } from '../requests/adminQueries.ts';

/** Counts the loaded ones; 0 until they are known. */
export function useOpenRequestCount(): number {
  const { data } = useInfiniteQuery(openRequestsQuery);
  return data?.pages.reduce((count, page) => count + page.items.length, 0) ?? 0;
}
