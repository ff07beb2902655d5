import { conversationMomentSchema, momentSchema } from '@pmcw/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../../../base/api/client.ts';

/** The latest event up to a position, the one with a revision, or by default the last. */
type MomentChoice = { readonly at: string } | { readonly revision: string } | Record<string, never>;

/** A stream's state as of one of its events; the previous one remains until it arrives. */
export const momentQuery = (stream: string, choice: MomentChoice) => {
  const search = new URLSearchParams(choice).toString();
  return queryOptions({
    queryKey: ['/api/admin/history', 'streams', stream, search],
    queryFn: ({ signal }) =>
      fetchJson(`/api/admin/history/streams/${encodeURIComponent(stream)}?${search}`, momentSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    // Further events, or a member's erasure, may have followed.
    staleTime: 0,
    refetchOnMount: 'always',
  });
};

/** The latest event up to a position, or one by its place in the conversation. */
type ConversationMomentChoice = { readonly at: string } | { readonly place: string };

export const conversationMomentQuery = (conversation: string, choice: ConversationMomentChoice) => {
  const search = new URLSearchParams(choice).toString();
  return queryOptions({
    queryKey: ['/api/admin/history', 'conversations', conversation, search],
    queryFn: ({ signal }) =>
      fetchJson(`/api/admin/history/conversations/${conversation}?${search}`, conversationMomentSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    // Further events, or a member's erasure, may have followed.
    staleTime: 0,
    refetchOnMount: 'always',
  });
};
