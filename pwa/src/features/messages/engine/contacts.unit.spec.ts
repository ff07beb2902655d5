import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer, refusedByServer } from '../../../base/api/ofServer.forSpecs.ts';
import { isBlocked } from '../../../device/offline/blocks.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { newDatabase } from '../../../device/offline/forSpecs.ts';
import { Contacts } from './contacts.ts';

const bob = { id: 2, username: 'bob', fullName: 'Bob', avatarUrl: null };
const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const onRefused = vi.fn();
let db: MemberDatabase;

const answer = (body: unknown) => Response.json(body, { headers: ofServer });
const blockedAt = (position: string) => answer({ memberId: 2, isBlocked: true, position });
const unblockedAt = (position: string) =>
  new Response(null, { status: 204, headers: { ...ofServer, 'x-position': position } });
const refusal = Response.json(
  { type: 'about:blank', title: '', status: 409, code: 'conflict', detail: 'There are too many.' },
  { status: 409, headers: refusedByServer },
);
const newContacts = () => new Contacts({ db, onRefused, onError: onRefused });
const requests = () => fetched.mock.calls.map(([path, { method }]) => `${method} ${path}`);

beforeEach(() => {
  db = newDatabase();
  fetched.mockReset();
  onRefused.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

describe('blocking', () => {
  it('is sent once, and unblocking names the block that this device knows', async () => {
    const contacts = newContacts();
    fetched.mockResolvedValueOnce(blockedAt('40')).mockResolvedValueOnce(unblockedAt('50'));
    await contacts.choose(bob, true);
    await contacts.choose(bob, false);
    await contacts.sendUnsent();
    expect(requests()).toEqual(['POST /api/blocks', 'DELETE /api/blocks/2?senderId=1&upTo=40']);
    expect(await isBlocked(db, 2)).toBe(false);
  });

  it('works offline, and is sent by the next visit', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await newContacts().choose(bob, true);
    expect([await isBlocked(db, 2), await newContacts().settle('member:3')]).toEqual([true, true]);
    fetched.mockResolvedValueOnce(blockedAt('40'));
    expect(await newContacts().settle('member:2')).toBe(true);
    expect(requests()).toEqual(['POST /api/blocks', 'POST /api/blocks']);
  });

  it('whose answer was lost is found again before it is undone', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await newContacts().choose(bob, true);
    fetched.mockResolvedValueOnce(blockedAt('40')).mockResolvedValueOnce(unblockedAt('50'));
    await newContacts().choose(bob, false);
    expect(requests().slice(1)).toEqual(['POST /api/blocks', 'DELETE /api/blocks/2?senderId=1&upTo=40']);
  });

  it('stays if another device blocked again', async () => {
    fetched.mockResolvedValueOnce(blockedAt('40')).mockResolvedValueOnce(blockedAt('60'));
    await newContacts().choose(bob, true);
    await newContacts().choose(bob, false);
    expect(await db.blocks.get(2)).toMatchObject({ position: '60', wanted: null, shown: 1 });
  });

  it('that is refused for good is taken back', async () => {
    fetched.mockResolvedValueOnce(refusal);
    await newContacts().choose(bob, true);
    expect(await isBlocked(db, 2)).toBe(false);
    expect(onRefused).toHaveBeenCalledOnce();
  });
});

describe('the list', () => {
  it('is fetched once per log', async () => {
    await db.sync.put({ id: 'cursor', position: '70', incarnation: 'a' });
    const listed = { memberId: 2, username: 'bob', fullName: 'Bob', avatarUrl: null };
    fetched.mockResolvedValueOnce(answer([{ ...listed, since: '2026-01-01T00:00:00.000Z', position: '40' }]));
    await newContacts().connected();
    await newContacts().connected();
    expect(requests()).toEqual(['GET /api/blocks']);
    expect(await isBlocked(db, 2)).toBe(true);
  });

  it('is fetched again by the next connection, and what waits is sent, if the network fails', async () => {
    await db.sync.put({ id: 'cursor', position: '70', incarnation: 'a' });
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await newContacts().choose(bob, true);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(blockedAt('40'));
    await newContacts().connected();
    fetched.mockResolvedValueOnce(answer([]));
    await newContacts().connected();
    expect(requests()).toEqual([
      'POST /api/blocks',
      'GET /api/blocks',
      'POST /api/blocks',
      'GET /api/blocks',
    ]);
  });
});
