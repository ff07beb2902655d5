import {
  type AdminUserDetails,
  type ResetLink,
  resetLinkSchema,
  sessionUserSchema,
  type UserType,
} from '@pmcw/contracts';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson, send } from '../../../base/api/client.ts';
import { create } from '../../../base/api/create.ts';
import { type ToastContent, toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { currentWords } from '../../../base/words/words.ts';
import { sessionQuery } from '../../../members/session/sessionQuery.ts';
import { changedMembersQuery, memberKeys, openRequestsQuery, statsQuery } from '../requests/adminQueries.ts';
import { callFailure, deletionFailure, tokensFailure } from '../requests/failures.ts';
import { type MemberChanges, showMemberChange } from './memberCache.ts';

/** Queries that show or count members; refetched after each change (spec §7). */
const showMembers: readonly QueryKey[] = [
  memberKeys.all,
  statsQuery.queryKey,
  openRequestsQuery.queryKey,
  changedMembersQuery.queryKey,
  ['/api/directory'],
  ['/api/featured-users'],
  ['/api/profile'],
  ['/api/notifications'],
  sessionQuery.queryKey,
];

/** Shared by running changes, so that only the last one refetches. */
export const memberMutationKey = ['admin', 'member'] as const;

/** Does not wait, because the change is already on screen. */
export function refreshMembers(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey: memberMutationKey }) > 1) return;
  for (const queryKey of showMembers) void queryClient.invalidateQueries({ queryKey });
}

export interface MemberRef {
  readonly id: number;
  readonly fullName: string;
}

const texts = () => currentWords(admin).toasts;

/** A setting that is shown at once, and reverted if the server refuses. */
interface Setting<Body extends MemberChanges> {
  readonly path: string;
  readonly effect?: (body: Body) => MemberChanges;
  readonly done: (body: Body, member: MemberRef) => ToastContent;
  readonly failed?: (error: unknown) => ToastContent;
}

function useSetting<Body extends MemberChanges>({ path, effect, done, failed = callFailure }: Setting<Body>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ member, body }: { readonly member: MemberRef; readonly body: Body }) =>
      fetchJson(`/api/admin/users/${member.id}/${path}`, sessionUserSchema, { method: 'PATCH', body }),
    onMutate: async ({ member, body }) => {
      await queryClient.cancelQueries({ queryKey: memberKeys.all });
      return showMemberChange(queryClient, member.id, { ...body, ...effect?.(body) });
    },
    onSuccess: (_user, { member, body }) => {
      toast(done(body, member));
    },
    onError: (error, _variables, takeBack) => {
      takeBack?.();
      toast(failed(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}

/** Tokens become 1 or 0 (spec §4). */
export const useAuthorize = () =>
  useSetting<{ readonly isAuthorized: boolean }>({
    path: 'authorize',
    effect: ({ isAuthorized }) => ({ pmcwTokens: isAuthorized ? 1 : 0 }),
    done: ({ isAuthorized }, { fullName }) => ({
      title: isAuthorized ? texts().verified : texts().unverified,
      description: fullName,
      tone: isAuthorized ? 'gold' : 'neutral',
    }),
  });

/** Also signs the member out. */
export const useSuspend = () =>
  useSetting<{ readonly isSuspended: boolean }>({
    path: 'suspend',
    done: ({ isSuspended }, { fullName }) =>
      isSuspended
        ? { title: texts().suspended, description: texts().suspendedText(fullName) }
        : { title: texts().unsuspended, description: texts().unsuspendedText(fullName), tone: 'success' },
  });

export const useChangeType = () =>
  useSetting<{ readonly userType: UserType }>({
    path: 'type',
    done: (_body, { fullName }) => ({ title: texts().typeChanged, description: fullName, tone: 'success' }),
  });

export const useSetTokens = () =>
  useSetting<{ readonly pmcwTokens: number }>({
    path: 'pmcw-tokens',
    done: (_body, { fullName }) => ({ title: texts().tokensSet, description: fullName, tone: 'success' }),
    failed: tokensFailure,
  });

export function useDeleteMember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ id }: MemberRef) => send(`/api/admin/users/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, { fullName }) => {
      toast({ title: texts().deleted, description: texts().deletedText(fullName), tone: 'success' });
    },
    onError: (error) => {
      toast(deletionFailure(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}

export function useSaveNotes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ id, notes }: { readonly id: number; readonly notes: string }) =>
      send(`/api/admin/users/${id}/notes`, { method: 'PUT', body: { notes } }),
    onSuccess: () => {
      toast({ title: texts().notesSaved, tone: 'success' });
    },
    onError: (error) => {
      toast(callFailure(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}

/** The answer is never cached. */
export function useMakeResetLink() {
  return useMutation<ResetLink, Error, number>({
    mutationFn: (id) => create(`/api/admin/users/${id}/reset-link`, resetLinkSchema),
    onError: (error) => {
      toast(callFailure(error));
    },
    gcTime: 0,
  });
}

export const useRemoveMemberWallet = () =>
  useRemoveListing({
    list: 'wallets',
    without: (member, id) => ({ ...member, wallets: member.wallets.filter((item) => item.id !== id) }),
    done: () => texts().walletRemoved,
  });

export const useRemoveMemberSocial = () =>
  useRemoveListing({
    list: 'socials',
    without: (member, id) => ({ ...member, socials: member.socials.filter((item) => item.id !== id) }),
    done: () => texts().socialRemoved,
  });

interface Listing {
  readonly list: 'wallets' | 'socials';
  readonly without: (member: AdminUserDetails, itemId: string) => AdminUserDetails;
  readonly done: () => string;
}

function useRemoveListing({ list, without, done }: Listing) {
  const queryClient = useQueryClient();
  const show = (id: number, next: (member: AdminUserDetails) => AdminUserDetails) =>
    queryClient.setQueriesData<AdminUserDetails>({ queryKey: memberKeys.members }, (member) =>
      member?.id === id ? next(member) : member,
    );
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: ({ member, itemId }: { readonly member: AdminUserDetails; readonly itemId: string }) =>
      send(`/api/admin/users/${member.id}/${list}/${encodeURIComponent(itemId)}`, { method: 'DELETE' }),
    onMutate: async ({ member, itemId }) => {
      await queryClient.cancelQueries({ queryKey: memberKeys.members });
      show(member.id, (shown) => without(shown, itemId));
    },
    onSuccess: () => {
      toast({ title: done(), tone: 'success' });
    },
    onError: (error, { member }) => {
      show(member.id, (shown) => ({ ...shown, [list]: member[list] }));
      toast(callFailure(error));
    },
    onSettled: () => refreshMembers(queryClient),
  });
}
