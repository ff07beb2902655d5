import { adminUsersSchema, limits } from '@pmcw/contracts';
import * as v from 'valibot';
import type { DemoClient } from './client.ts';
import { demoDomain } from './people.ts';
import { withProgress } from './progress.ts';

/** Deletes the invented members with everything of theirs. Returns their number. */
export async function removeInvented(
  admin: DemoClient,
  signIn: (admin: DemoClient) => Promise<void>,
): Promise<number> {
  const page = `/api/admin/users?query=${encodeURIComponent(`@${demoDomain}`)}&limit=${limits.directoryPageSizeMax}`;
  for (let removed = 0; ; ) {
    // For each page again, because deletions need a recent proof.
    await signIn(admin);
    const { users } = await admin.send('GET', page, undefined, adminUsersSchema);
    const invented = users.filter(({ email }) => email.endsWith(`@${demoDomain}`));
    if (invented.length === 0) return removed;
    await withProgress('Removal', invented, async ({ id }) => {
      await admin.send('DELETE', `/api/admin/users/${id}`, undefined, v.unknown());
    });
    removed += invented.length;
  }
}
