import { useInfiniteQuery } from '@tanstack/react-query';
import { openRequestsQuery } from './adminQueries.ts';

/** How many requests for verification wait for an answer, of those loaded so far; 0 until it is known. */
export function useOpenRequestCount(): number {
  const { data } = useInfiniteQuery(openRequestsQuery);
  return data?.pages.reduce((count, page) => count + page.items.length, 0) ?? 0;
}
