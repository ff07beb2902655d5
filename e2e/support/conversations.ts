import { eventually } from '@pmcw/testing/eventually';
import * as v from 'valibot';
import type { Person } from './browser.ts';

/** Waits for their registration, which the reads of others don't. */
export const idOfMember = ({ page }: Person, username: string): Promise<number> =>
  eventually(async () => {
    const found = await page.request.get(`/api/messages/find-conversation/${username}`);
    if (!found.ok()) throw new Error(`find: ${found.status()} ${await found.text()}`);
    return v.parse(v.object({ userId: v.number() }), await found.json()).userId;
  });

/** Accepts messages of a member, who must be registered, so that their first is no request. */
export async function accept(person: Person, username: string): Promise<void> {
  const { page, url } = person;
  const userId = await idOfMember(person, username);
  const answer = await page.request.patch(`/api/messages/conversations/${userId}`, {
    headers: { origin: url },
    data: { isRequest: false },
  });
  if (!answer.ok()) throw new Error(`accept: ${answer.status()} ${await answer.text()}`);
}
