import {
  type BlockedMember,
  blockedMembersSchema,
  type Contact,
  contactSchema,
  positionHeaders,
} from '@pmcw/contracts';
import { fetchJson, readJson, send } from '../../../base/api/client.ts';
import { nextPage } from '../../../base/api/nextPage.ts';
import type { Cursor } from '../../../device/offline/database.ts';

/** They throw as `base/api/client.ts` does. */

export async function fetchBlocked(atLeast: Cursor): Promise<BlockedMember[]> {
  const headers: Record<string, string> = { [positionHeaders.minPosition]: atLeast.position };
  if (atLeast.incarnation !== undefined) headers[positionHeaders.incarnation] = atLeast.incarnation;
  const blocked: BlockedMember[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const search = before === undefined ? '' : `?${new URLSearchParams({ before })}`;
    const response = await send(`/api/blocks${search}`, { headers });
    blocked.push(...(await readJson(response, blockedMembersSchema)));
    before = nextPage(response);
  }
  return blocked;
}

export function postBlock(memberId: number, senderId: number): Promise<Contact> {
  return fetchJson('/api/blocks', contactSchema, { method: 'POST', body: { memberId, senderId } });
}

/**
 * @param upTo position of the block that this device knows
 * @returns the newer block of another device, if there is one
 */
export async function deleteBlock(memberId: number, senderId: number, upTo: string): Promise<Contact> {
  const search = new URLSearchParams({ senderId: String(senderId), upTo });
  const response = await send(`/api/blocks/${memberId}?${search}`, { method: 'DELETE' });
  if (response.status !== 204) return readJson(response, contactSchema);
  return { memberId, isBlocked: false, position: response.headers.get(positionHeaders.position) ?? upTo };
}
