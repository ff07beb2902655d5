import { adminUsersSchema, limits } from '@pmcw/contracts';
import { fetchJson } from '../../../base/api/client.ts';
import { type MemberListState, memberListSearch } from '../address/adminState.ts';
import { type BulkItem, bulkItemOf } from '../bulk/bulkActions.ts';

/** Of all pages, each once, although members may move from page to page in between. */
export async function allMembers(list: MemberListState): Promise<readonly BulkItem[]> {
  const found = new Map<string, BulkItem>();
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const search = `${memberListSearch({ ...list, page })}&limit=${limits.directoryPageSizeMax}`;
    const { users, pagination } = await fetchJson(`/api/admin/users?${search}`, adminUsersSchema);
    for (const user of users) found.set(String(user.id), bulkItemOf(user));
    ({ totalPages } = pagination);
  }
  return [...found.values()];
}
