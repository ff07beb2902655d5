import { randomBytes, randomUUID } from 'node:crypto';
import { streams } from '@pmcw/contracts/events';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault, type Vault } from '@pmcw/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, openWorld, type World } from '../../test/world.ts';

let db: TestDatabase;
let vault: Vault;
let world: World;
let [ada, bea, eve] = [0, 0, 0];
beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: randomBytes(32) });
  world = await openWorld({ vault: { media: vault.media } });
  for (const name of ['ada', 'bea', 'eve', 'sue']) await world.register(name);
  [ada, bea, eve] = [1, 2, 3];
});
afterAll(async () => {
  await world.close();
  await vault.close();
  await db.drop();
});

async function keep(size: number, mediaType: string) {
  const bytes = randomBytes(size);
  const change = await vault.media.begin(ada, randomUUID(), { bytes, mediaType });
  return { bytes, change, hash: change.hash ?? '', path: `/media/${change.hash}` };
}

type Kept = Awaited<ReturnType<typeof keep>>;

/** A recording sent by ada, to everyone without a receiver. */
async function sendAndSettle(receiverId: number | null, kept?: Kept) {
  const recording = kept ?? (await keep(600_000, 'audio/webm'));
  const messageId = randomUUID();
  await send(receiverId, recording, messageId);
  await world.settle();
  return { ...recording, messageId };
}

/** Sends a recording without waiting for the read model. */
function send(receiverId: number | null, { hash }: Kept, messageId = randomUUID()): Promise<string> {
  const fields = { content: '', messageType: 'voice', voiceHash: hash, voiceSeconds: 1.5 } as const;
  const data = { messageId, senderId: ada, receiverId, ...fields };
  return world.record({ type: 'MessageSent', data }, streams.message(messageId));
}

const statusOf = async (path: string, asking?: Asking) => (await world.ask(path, asking)).status;
const bytesFrom = async (response: Response) => Buffer.from(await response.arrayBuffer());
const ranged = (path: string, range: string, headers: Record<string, string> = {}) =>
  world.ask(path, { as: bea, headers: { range, ...headers } });

describe('an image', () => {
  it('is public, cacheable and harmless', async () => {
    const { bytes, hash, path } = await keep(600_000, 'image/webp');
    const response = await world.ask(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '600000',
      'cache-control': 'public, max-age=86400, immutable',
      etag: `"${hash}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': 'inline',
    });
    expect(bytes.equals(await bytesFrom(response))).toBe(true);
  });

  it('is not sent again to a client that has it', async () => {
    const { hash, path } = await keep(1000, 'image/webp');
    for (const tag of [`"${hash}"`, `W/"${hash}"`, `"x", "${hash}"`, '*']) {
      const response = await world.ask(path, { headers: { 'if-none-match': tag } });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect(await statusOf(path, { headers: { 'if-none-match': '"x"' } })).toBe(200);
  });

  it('answers HEAD like GET', async () => {
    const { path } = await keep(1000, 'image/webp');
    const response = await world.ask(path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1000']);
    expect(await response.text()).toBe('');
  });
});

describe('missing media', () => {
  it('look the same, whether unknown, deleted or another member’s', async () => {
    const secret = await sendAndSettle(bea);
    const forgotten = await keep(10, 'image/webp');
    await vault.media.settle(forgotten.change, async () => null);
    const answers = new Set<string>();
    for (const path of [
      secret.path,
      forgotten.path,
      `/media/${'0'.repeat(64)}`,
      '/media/x',
      '/media/..%2Fx',
    ]) {
      const response = await world.ask(path, { as: eve });
      const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      answers.add(JSON.stringify([response.status, headers, await response.text()]));
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('"no-store"');
    await world.problem(404, 'not_found', secret.path, { as: eve });
  });
});

describe('a recording', () => {
  it('of a conversation is for its two members, and not for caches', async () => {
    const { bytes, path } = await sendAndSettle(bea);
    for (const member of [ada, bea]) {
      const response = await world.ask(path, { as: member });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toBe('audio/webm');
      expect(bytes.equals(await bytesFrom(response))).toBe(true);
    }
    expect(await Promise.all([statusOf(path, { as: eve }), statusOf(path)])).toEqual([404, 404]);
  });

  it('is available as soon as its message was pushed: the address has the position to wait for', async () => {
    for (let round = 0; round < 10; round += 1) {
      const kept = await keep(1000, 'audio/webm');
      const position = await send(bea, kept);
      expect(await statusOf(`${kept.path}?min-position=${position}`, { as: bea })).toBe(200);
    }
  });

  it('of the global chat is for members', async () => {
    const { path } = await sendAndSettle(null);
    expect(await Promise.all([statusOf(path, { as: eve }), statusOf(path)])).toEqual([200, 404]);
  });

  it('is not revealed by 304 to members who may not hear it', async () => {
    const { hash, path } = await sendAndSettle(bea);
    const headers = { 'if-none-match': `"${hash}"` };
    expect(await statusOf(path, { as: bea, headers })).toBe(304);
    expect(await statusOf(path, { as: eve, headers })).toBe(404);
  });

  it('is gone after its deletion, but not from another message with the same recording', async () => {
    const kept = await keep(1000, 'audio/webm');
    const [toBea, toEve] = [await sendAndSettle(bea, kept), await sendAndSettle(eve, kept)];
    const audience = { messageId: toBea.messageId, senderId: ada, receiverId: bea };
    const position = await world.record(
      { type: 'MessageDeleted', data: audience },
      streams.message(toBea.messageId),
    );
    expect(await statusOf(kept.path, { as: bea, headers: { 'x-min-position': position } })).toBe(404);
    expect(await statusOf(toEve.path, { as: eve })).toBe(200);
  });

  it('is refused to suspended members with any session', async () => {
    const { path } = await sendAndSettle(null);
    expect(await statusOf(path, { as: 4 })).toBe(200);
    await world.record({ type: 'UserSuspended', data: { userId: 4 } }, streams.user(4));
    await world.settle();
    expect(await statusOf(path, { as: 4 })).toBe(404);
  });

  it('is in its message', async () => {
    const { path, messageId } = await sendAndSettle(bea);
    const thread = await (await world.ask(`/api/messages/${ada}`, { as: bea })).json();
    expect(thread).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: messageId, messageType: 'voice', voiceUrl: path, voiceSeconds: 1.5 }),
      ]),
    );
  });
});

describe('a part of a recording', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100000-499999', 100_000, 500_000],
    ['bytes=599999-', 599_999, 600_000],
    ['bytes=-1000', 599_000, 600_000],
    ['bytes=0-9999999', 0, 600_000],
  ])('is sent: %s', async (range, from, end) => {
    const { bytes, path } = await sendAndSettle(bea);
    const response = await ranged(path, range);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${end - 1}/600000`);
    expect(response.headers.get('content-length')).toBe(String(end - from));
    expect(bytes.subarray(from, end).equals(await bytesFrom(response))).toBe(true);
  });

  it('is refused with the size when out of range', async () => {
    const { path } = await sendAndSettle(bea);
    for (const range of ['bytes=600000-', 'bytes=-0']) {
      const response = await ranged(path, range);
      expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */600000']);
    }
  });

  it('is the whole when several are requested, or the client has a part of another version', async () => {
    const { hash, path } = await sendAndSettle(bea);
    expect((await ranged(path, 'bytes=0-1,5-6')).status).toBe(200);
    expect((await ranged(path, 'bytes=0-1', { 'if-range': '"x"' })).status).toBe(200);
    expect((await ranged(path, 'bytes=0-1', { 'if-range': `"${hash}"` })).status).toBe(206);
  });

  it('is only for members who may hear the whole', async () => {
    const { path } = await sendAndSettle(bea);
    expect(await statusOf(path, { as: eve, headers: { range: 'bytes=0-1' } })).toBe(404);
  });

  it('reads only the requested bytes', async () => {
    const reads: number[] = [];
    const media = {
      describe: vault.media.describe,
      read: (...given: Parameters<Vault['media']['read']>) => {
        reads.push(given[2]);
        return vault.media.read(...given);
      },
    };
    const other = await openWorld({ vault: { media } });
    const image = await keep(600_000, 'image/webp');
    await (await other.ask(image.path, { headers: { range: 'bytes=10-19' } })).arrayBuffer();
    expect(reads).toEqual([10]);
    await (await other.ask(image.path)).arrayBuffer();
    expect(reads.slice(1)).toEqual([262_144, 262_144, 75_712]);
    await other.close();
  });
});
