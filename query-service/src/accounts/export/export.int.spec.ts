import { randomBytes, randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { streams, type UserEvent } from '@pmcw/contracts/events';
import { scaled } from '@pmcw/testing';
import type { Vault } from '@pmcw/vault';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '../../../test/standIns.ts';
import { openWorld, type World } from '../../../test/world.ts';

const path = '/api/user/export';
const hashOf = (of: number) => String(of).repeat(64);
const hashes = { avatar: hashOf(1), sent: hashOf(2), got: hashOf(3), foreign: hashOf(4), gone: hashOf(5) };
const typeOf = (hash: string) => (hash === hashes.avatar ? 'image/webp' : 'audio/ogg');
const bytesOf = (hash: string) => Buffer.from(`the bytes of ${hash}`);
const media = {
  describe: async (hash: string) =>
    hash === hashes.gone ? null : { mediaType: typeOf(hash), size: bytesOf(hash).length },
  read: async (hash: string, from: number, length: number) => bytesOf(hash).subarray(from, from + length),
};

/** Pauses every download half-way. */
let gate: Promise<unknown> = Promise.resolve();
const draftsOf: number[] = [];
const drafts = {
  all: async (userId: number) => {
    draftsOf.push(userId);
    await gate;
    return [{ conversation: 'global', text: `A draft of ${userId}`, aside: [], revision: 1 }];
  },
};
const once = new Date('2026-01-01T00:00:00Z');
const device = {
  device: { browser: 'Firefox', system: 'Linux' },
  language: 'de',
  startedAt: once,
  lastUsedAt: once,
};
const devices: Vault['sessions'] = {
  ...sessions,
  all: async (userId) => [{ id: `live ${userId}`, ...device }],
  ended: async (userId) => [{ id: `ended ${userId}`, ...device, endedAt: once, reason: 'expired' }],
};

const passkeys: Pick<Vault['passkeys'], 'all'> = {
  all: async (userId) => [
    {
      ...{ id: 'key', userId, credentialId: 'c', publicKey: new Uint8Array(), counter: 7, transports: [] },
      ...{ name: `Key of ${userId}`, isBackedUp: true, createdAt: once, lastUsedAt: once },
    },
  ],
};
const way = (id: string, kind: string) => ({ id, kind, addedAt: expect.any(String) });

/** The exhausted member, and the counted ones. */
let exhausted: number | null = null;
const counted: string[] = [];
const exports = {
  admit: async (who: string) => {
    if (exhausted !== null) return { admitted: false as const, retryAfter: exhausted };
    counted.push(who);
    return { admitted: true as const, at: once };
  },
  withdraw: async (who: string) => void counted.splice(counted.indexOf(who), 1),
};

let world: World;
let [ada, bea, cy, boss, sue] = [0, 0, 0, 0, 0];
const about = (event: UserEvent, actorId?: number) =>
  world.record(event, streams.user(event.data.userId), actorId);
async function speak(senderId: number, receiverId: number | null, voiceHash: string): Promise<string> {
  const messageId = randomUUID();
  const data = { messageId, senderId, receiverId, voiceHash, content: '', voiceSeconds: 2 };
  await world.record(
    { type: 'MessageSent', data: { ...data, messageType: 'voice' } },
    streams.message(messageId),
  );
  return messageId;
}
let voices = { sent: '', got: '', gone: '' };

beforeAll(async () => {
  world = await openWorld({ vault: { sessions: devices, media, drafts, passkeys, exports } });
  for (const name of ['boss', 'ada', 'bea', 'cy', 'sue']) await world.register(name);
  [boss, ada, bea, cy, sue] = [1, 2, 3, 4, 5];
  await about({ type: 'AdminGranted', data: { userId: boss } });
  await about({ type: 'UserSuspended', data: { userId: sue } }, boss);
  const wallet = { userId: ada, walletId: 'w', network: 'ETH', address: '0xformer' };
  await about({ type: 'WalletAdded', data: wallet }, ada);
  const key = { userId: ada, methodId: 'key', kind: 'passkey' } as const;
  await about({ type: 'SignInMethodAdded', data: key }, ada);
  await about({ type: 'WalletRemoved', data: { userId: ada, walletId: 'w' } }, ada);
  await about({ type: 'WalletAdded', data: { ...wallet, walletId: 'x', address: '0xlisted' } }, ada);
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  await about({ type: 'WalletProved', data: { userId: ada, walletId: 'x', ...proof } }, ada);
  await about({ type: 'WalletAdded', data: { ...wallet, userId: bea, address: '0xofbea' } }, bea);
  await about({ type: 'AvatarChanged', data: { userId: ada, mediaHash: hashes.avatar } }, ada);
  await about({ type: 'AdminNotesChanged', data: { userId: ada, notes: 'Called twice' } }, boss);
  await about({ type: 'UserVerified', data: { userId: ada } }, boss);
  await world.send(ada, bea, 'ada to bea');
  await world.send(bea, ada, 'bea to ada');
  await world.send(bea, cy, 'bea to cy');
  await world.send(cy, null, 'cy to all');
  await world.send(ada, null, 'ada to all');
  const { id } = await world.send(ada, bea, 'unsaid words');
  const deleted = { messageId: id, senderId: ada, receiverId: bea };
  await world.record({ type: 'MessageDeleted', data: deleted }, streams.message(id), ada);
  voices = {
    sent: await speak(ada, bea, hashes.sent),
    got: await speak(bea, ada, hashes.got),
    gone: await speak(ada, null, hashes.gone),
  };
  await speak(bea, cy, hashes.foreign);
  await speak(cy, null, hashes.foreign);
  const ofBea = { caseId: `profile-${bea}`, memberId: bea, kind: 'profile', itemId: null } as const;
  const report = { ...ofBea, reporterId: ada, reason: 'spam', text: 'Sells coins' } as const;
  await world.record({ type: 'ContentReported', data: report }, streams.case(ofBea.caseId), ada);
  const ofAda = { ...report, caseId: `profile-${ada}`, memberId: ada, reporterId: cy, text: 'By cy' };
  await world.record({ type: 'ContentReported', data: ofAda }, streams.case(ofAda.caseId), cy);
  const read = { readerId: ada, peerId: bea, upTo: '1' };
  await world.record({ type: 'ConversationRead', data: read }, streams.inbox(ada), ada);
  const published = { notificationId: 'n', title: 'News', message: 'To all', isActive: true };
  await world.record({ type: 'NotificationPublished', data: published }, streams.notification('n'), boss);
  await world.settle();
});
afterAll(() => world.close());
afterEach(() => {
  exhausted = null;
  gate = Promise.resolve();
});

async function filesOf(member: number): Promise<Record<string, string>> {
  const response = await world.ask(path, { as: member });
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const linesOf = (text = '') =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(v.looseObject({}), JSON.parse(line)));

describe('GET /api/user/export', () => {
  it('has all data about the member, file by file', async () => {
    const files = await filesOf(ada);
    expect(Object.keys(files)).toEqual([
      ...['README.txt', 'profile.json', 'messages.ndjson', 'drafts.json', 'notifications.json'],
      ...['activity.ndjson', 'reports.json', 'sessions.json', 'sign-in-methods.json', 'media/avatar.webp'],
      ...[`media/voice-${voices.sent}.ogg`, `media/voice-${voices.got}.ogg`],
    ]);
    for (const name of Object.keys(files).filter((each) => /^[a-z]+\./.test(each)))
      expect(files['README.txt']).toContain(name);
    const profile = JSON.parse(files['profile.json'] ?? '');
    expect(profile).toMatchObject({ id: ada, username: 'ada', email: 'ada@example.org', isAuthorized: true });
    expect(profile.wallets).toMatchObject([
      { address: '0xlisted', proof: { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } },
    ]);
    expect(linesOf(files['messages.ndjson'])).toMatchObject([
      { content: 'ada to bea', from: { username: 'ada' }, to: { username: 'bea' }, voice: null },
      { content: 'bea to ada', from: { username: 'bea' }, to: { id: ada } },
      { messageType: 'voice', voice: `media/voice-${voices.sent}.ogg`, voiceSeconds: 2 },
      { messageType: 'voice', voice: `media/voice-${voices.got}.ogg` },
      { content: 'ada to all', to: null },
      { messageType: 'voice', id: voices.gone, voice: null, to: null },
    ]);
    expect(JSON.parse(files['notifications.json'] ?? '')).toMatchObject([
      { notification: { title: 'News' } },
      { notification: { title: 'Your profile is verified' } },
    ]);
    expect(JSON.parse(files['reports.json'] ?? '')).toMatchObject([
      { reported: `profile-${bea}`, reason: 'spam', text: 'Sells coins' },
    ]);
    expect(files['drafts.json']).toContain(`A draft of ${ada}`);
    // Without secret or technical data of passkeys.
    expect(JSON.parse(files['sign-in-methods.json'] ?? '')).toEqual([
      { ...way('password', 'password'), name: null, lastUsedAt: null, isBackedUp: null },
      { ...way('key', 'passkey'), name: `Key of ${ada}`, lastUsedAt: once.toISOString(), isBackedUp: true },
    ]);
    expect(JSON.parse(files['sessions.json'] ?? '')).toMatchObject({
      live: [{ id: `live ${ada}`, language: 'de' }],
      ended: [{ id: `ended ${ada}`, reason: 'expired' }],
    });
    expect(files['media/avatar.webp']).toBe(String(bytesOf(hashes.avatar)));
    expect(files[`media/voice-${voices.got}.ogg`]).toBe(String(bytesOf(hashes.got)));
  });

  it('has every event of the member decrypted, with position, time and actor', async () => {
    const { 'activity.ndjson': activity } = await filesOf(ada);
    expect(linesOf(activity).map(({ type, by }) => [type, by])).toEqual([
      ['UserRegistered', 'system'],
      ['WalletAdded', 'self'],
      ['SignInMethodAdded', 'self'],
      ['WalletRemoved', 'self'],
      ['WalletAdded', 'self'],
      ['WalletProved', 'self'],
      ['AvatarChanged', 'self'],
      ['UserVerified', 'administrator'],
      ['ConversationRead', 'self'],
    ]);
    expect(linesOf(activity)[1]).toMatchObject({
      position: expect.stringMatching(/^\d+$/),
      time: expect.stringMatching(/^2026-/),
      data: { network: 'ETH', address: '0xformer' },
    });
    expect(linesOf(activity)[5]).toMatchObject({ data: { statement: 'It is mine', signature: '0x01' } });
  });

  it('has only private messages to the member from others', async () => {
    const all = Object.entries(await filesOf(ada))
      .flat()
      .join('\n');
    expect(all).not.toMatch(/\bcy\b|boss|By cy|sue|0xofbea|bea@|bea of Test|Called|unsaid words|actorId/);
    expect(all).not.toContain(hashes.foreign);
    const ofCy = Object.entries(await filesOf(cy))
      .flat()
      .join('\n');
    expect(ofCy).toContain('bea to cy');
    expect(ofCy).not.toMatch(/\bada\b|0x/);
  });

  it('works for members without any data', async () => {
    const files = await filesOf(boss);
    expect([files['messages.ndjson'], files['profile.json']]).toEqual(['', expect.stringContaining('boss')]);
  });

  it('reads any number of messages, run by run', async () => {
    const texts = Array.from({ length: 1_001 }, (_, n) => `${n}`);
    const writer = await world.register('writer');
    for (const text of texts) await world.send(writer, bea, text);
    await world.settle();
    const { 'messages.ndjson': messages } = await filesOf(writer);
    expect(linesOf(messages).map(({ content }) => content)).toEqual(texts);
  });

  it('is a download that is never cached or displayed', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await world.ask(path, { as: ada, method });
      await body?.cancel();
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/zip');
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="pmcw-ada-\d{4}-\d\d-\d\d\.zip"$/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is refused to strangers, suspended members, and sessions without a recent proof', async () => {
    await world.problem(401, 'not_signed_in', path);
    vi.spyOn(devices, 'isFresh').mockImplementation(async (_id, ms) => ms > 5 * 60_000);
    await world.problem(403, 'fresh_proof_required', path, { as: ada });
    const { status, headers } = await world.ask(path, { as: ada, method: 'HEAD' });
    expect([status, headers.get('x-problem')]).toEqual([403, 'fresh_proof_required']);
    vi.mocked(devices.isFresh).mockRestore();
    await world.problem(403, 'suspended', path, { as: sue });
  });
});

describe('the limit of downloads', () => {
  it('counts downloads, but not HEAD requests', async () => {
    counted.splice(0);
    expect((await world.ask(path, { as: cy, method: 'HEAD' })).status).toBe(200);
    expect(counted).toEqual([]);
    await filesOf(cy);
    expect(counted).toEqual([`member ${cy}`]);
    exhausted = 600;
    const refused = await world.ask(path, { as: cy });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await world.ask(path, { as: cy, method: 'HEAD' })).status).toBe(429);
    exhausted = null;
    await filesOf(cy);
  });

  it('allows one download at a time per member, until it is done or the client is gone', async () => {
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gone = new AbortController();
    draftsOf.splice(0);
    await world.ask(path, { as: ada, signal: gone.signal });
    await expect.poll(() => draftsOf).toContain(ada);
    const { headers } = await world.ask(path, { as: ada, method: 'HEAD' });
    expect(headers.get('retry-after')).toBe('10');
    await world.problem(429, 'too_many_requests', path, { as: ada });
    const neighbour = await world.ask(path, { as: bea });
    expect(neighbour.status).toBe(200);
    gone.abort();
    await expect.poll(async () => (await world.ask(path, { as: ada, method: 'HEAD' })).status).toBe(200);
    open();
    await neighbour.arrayBuffer();
    expect(Object.keys(await filesOf(ada))).toContain('sessions.json');
  });
});

describe('all data of a member with many messages', () => {
  /** Memory in use, without garbage. */
  function inUse(): number {
    setFlagsFromString('--expose-gc');
    const collect = v.parse(v.function(), runInNewContext('gc'));
    collect();
    // biome-ignore lint/plugin: compared in a soak alone
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  }

  /** A hundred of them are a lot. */
  const hundreds = Math.min(100, scaled(10));

  /** Hundreds of messages of maximum length, with repetitions too far apart to be compressed. */
  async function writeALot(writer: number): Promise<void> {
    const client = new pg.Client({ connectionString: world.databaseUrl });
    await client.connect();
    await client.query(
      `insert into messages.messages (position, message_id, low_id, high_id, sender_id, content, message_type, is_request, created_at)
       select 1000000 + n * 100 + i, n || '-' || i, 0, 0, $1, content, 'text', false, now()
         from generate_series(1, $3) n, unnest($2::text[]) with ordinality text (content, i)`,
      [writer, Array.from({ length: 100 }, () => randomBytes(2_000).toString('hex')), hundreds],
    );
    await client.end();
  }

  it('is streamed without being held in memory', { timeout: 60_000 }, async () => {
    const writer = await world.register('prolific');
    await world.settle();
    await writeALot(writer);
    const before = inUse();
    const { body } = await world.ask(path, { as: writer });
    let [bytes, looks, most] = [0, 0, 0];
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes < (looks + 1) * 6_000_000) continue;
      looks += 1;
      most = Math.max(most, inUse() - before);
    }
    expect(bytes).toBeGreaterThan(hundreds * 200_000);
    // Less than the zip, and much less than the 40 MB in it; checked in a soak, where nothing else uses the heap.
    if (hundreds === 100) expect(most).toBeLessThan(16_000_000);
  });
});
