import { conversationMomentSchema, momentSchema } from '@pmcw/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../../base/api/client.ts';

/** Which event of a stream: the latest up to a position, one by its place in the stream, or else the last. */
export type MomentChoice = { readonly at: string } | { readonly revision: string } | Record<string, never>;

/** What a stream was as of one of its events; the moment before stays until the next one is there. */
export const momentQuery = (stream: string, choice: MomentChoice) => {
  const search = new URLSearchParams(choice).toString();
  return queryOptions({
    queryKey: ['/api/admin/history', 'streams', stream, search],
    queryFn: ({ signal }) =>
      fetchJson(`/api/admin/history/streams/${encodeURIComponent(stream)}?${search}`, momentSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    // More may have happened since, and a member may have been erased.
    staleTime: 0,
    refetchOnMount: 'always',
  });
};

/** Which event of a conversation: the latest up to a position, or one by its place among them. */
export type ConversationMomentChoice = { readonly at: string } | { readonly place: string };

/** What a conversation was as of one of its events; as `momentQuery`. */
export const conversationMomentQuery = (conversation: string, choice: ConversationMomentChoice) => {
  const search = new URLSearchParams(choice).toString();
  return queryOptions({
    queryKey: ['/api/admin/history', 'conversations', conversation, search],
    queryFn: ({ signal }) =>
      fetchJson(`/api/admin/history/conversations/${conversation}?${search}`, conversationMomentSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    // More may have happened since, and a member may have been erased.
    staleTime: 0,
    refetchOnMount: 'always',
  });
};
