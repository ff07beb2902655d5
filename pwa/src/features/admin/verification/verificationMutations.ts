import type { AdminUser, VerificationRequest } from '@pmcw/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../base/api/client.ts';
import { type ToastContent, toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { currentWords } from '../../../base/words/words.ts';
import { memberMutationKey, refreshMembers } from '../members/memberMutations.ts';
import { type ListPages, openRequestsQuery } from '../requests/adminQueries.ts';
import { callFailure } from '../requests/failures.ts';

type RequestPages = ListPages<VerificationRequest>;

/** Returns a function that restores the list. */
async function hideRequest(queryClient: QueryClient, id: string): Promise<() => void> {
  const { queryKey } = openRequestsQuery;
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<RequestPages>(queryKey);
  queryClient.setQueryData<RequestPages>(
    queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  );
  return () => queryClient.setQueryData(queryKey, before);
}

interface Answer {
  readonly request: VerificationRequest;
  /** The reason of a rejection, which the member receives. */
  readonly reason?: string;
}

function useAnswer(path: 'approve' | 'reject', done: (request: VerificationRequest) => ToastContent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ request, reason }: Answer) =>
      send(`/api/admin/verification-requests/${encodeURIComponent(request.id)}/${path}`, {
        method: 'POST',
        ...(reason === undefined ? {} : { body: { reason } }),
      }),
    onMutate: ({ request }) => hideRequest(queryClient, request.id),
    onSuccess: (_answer, { request }) => {
      toast(done(request));
    },
    onError: (error, _variables, putBack) => {
      putBack?.();
      toast(callFailure(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}

export const useApprove = () =>
  useAnswer('approve', ({ user }) => ({
    title: currentWords(admin).toasts.verified,
    description: user.fullName,
    tone: 'gold',
  }));

/** Confirms the shown name and avatar; the server refuses if they changed since. */
export function useConfirmVerification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ id, fullName, avatarUrl }: Pick<AdminUser, 'id' | 'fullName' | 'avatarUrl'>) =>
      send(`/api/admin/users/${id}/confirm-verification`, { method: 'POST', body: { fullName, avatarUrl } }),
    onSuccess: (_answer, { fullName }) => {
      toast({ title: currentWords(admin).toasts.confirmed, description: fullName, tone: 'gold' });
    },
    onError: (error) => {
      toast(callFailure(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}

export const useReject = () =>
  useAnswer('reject', ({ user }) => ({
    title: currentWords(admin).toasts.requestRejected,
    description: user.fullName,
  }));
