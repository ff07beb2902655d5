import type { AdminUser, AdminUserDetails, AdminUsers } from '@pmcw/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { memberKeys } from '../requests/adminQueries.ts';

export type MemberChanges = Partial<
  Pick<AdminUser, 'isAuthorized' | 'isSuspended' | 'userType' | 'pmcwTokens'>
>;

function patch(queryClient: QueryClient, id: number, changes: MemberChanges): void {
  queryClient.setQueriesData<AdminUsers>({ queryKey: memberKeys.lists }, (list) =>
    list === undefined
      ? list
      : { ...list, users: list.users.map((user) => (user.id === id ? { ...user, ...changes } : user)) },
  );
  queryClient.setQueriesData<AdminUserDetails>({ queryKey: memberKeys.members }, (member) =>
    member?.id === id ? { ...member, ...changes } : member,
  );
}

/** Null if no cached answer contains the member. */
export function cachedMember(
  queryClient: QueryClient,
  isThem: (user: AdminUser) => boolean,
): AdminUser | null {
  const details = queryClient.getQueriesData<AdminUserDetails>({ queryKey: memberKeys.members });
  const lists = queryClient.getQueriesData<AdminUsers>({ queryKey: memberKeys.lists });
  const members = [...details.map(([, member]) => member), ...lists.flatMap(([, list]) => list?.users)];
  return members.find((member) => member !== undefined && isThem(member)) ?? null;
}

/**
 * Shows a change wherever the member is listed, before the server confirms it.
 * @returns a function that restores only what this change replaced
 */
export function showMemberChange(queryClient: QueryClient, id: number, changes: MemberChanges): () => void {
  const before = cachedMember(queryClient, (user) => user.id === id);
  patch(queryClient, id, changes);
  return () => {
    if (before === null) return;
    const { isAuthorized, isSuspended, userType, pmcwTokens } = before;
    const all = { isAuthorized, isSuspended, userType, pmcwTokens };
    const replaced = Object.entries(all).filter(([field]) => Object.hasOwn(changes, field));
    patch(queryClient, id, Object.fromEntries(replaced));
  };
}
