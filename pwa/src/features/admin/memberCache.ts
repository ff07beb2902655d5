import type { AdminUser, AdminUserDetails, AdminUsers } from '@pmcw/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { memberKeys } from './adminQueries.ts';

/** What administrators set about a member, and see at once. */
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

/** A member as some answer of the server showed them; null when none did. */
export function knownMember(
  queryClient: QueryClient,
  isThem: (user: AdminUser) => boolean,
): AdminUser | null {
  const details = queryClient.getQueriesData<AdminUserDetails>({ queryKey: memberKeys.members });
  const lists = queryClient.getQueriesData<AdminUsers>({ queryKey: memberKeys.lists });
  const members = [...details.map(([, member]) => member), ...lists.flatMap(([, list]) => list?.users)];
  return members.find((member) => member !== undefined && isThem(member)) ?? null;
}

/**
 * Shows a change of a member wherever they are listed, before the server has said that it is so.
 * @returns puts back what this change replaced, and nothing else
 */
export function showMemberChange(queryClient: QueryClient, id: number, changes: MemberChanges): () => void {
  const before = knownMember(queryClient, (user) => user.id === id);
  patch(queryClient, id, changes);
  return () => {
    if (before === null) return;
    const { isAuthorized, isSuspended, userType, pmcwTokens } = before;
    const all = { isAuthorized, isSuspended, userType, pmcwTokens };
    const replaced = Object.entries(all).filter(([field]) => Object.hasOwn(changes, field));
    patch(queryClient, id, Object.fromEntries(replaced));
  };
}
