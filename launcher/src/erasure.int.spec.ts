import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { walletChallengeSchema } from '@pmcw/contracts';
import { eventTypes } from '@pmcw/contracts/events';
import { createEventStore, type EventLog, openPostgresLog, runEventStoreCli } from '@pmcw/event-store';
import { eventually } from '@pmcw/testing/eventually';
import { testPasskey } from '@pmcw/testing/passkeys';
import { evmWallet, solanaWallet } from '@pmcw/testing/wallets';
import { openVault } from '@pmcw/vault';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oggPage, opusHead } from '../../command-service/test/recordings.ts';
import {
  adminPassword,
  cookiesOf,
  publicUrl,
  type RunningProduct,
  registration,
  runProduct,
} from '../test/product.ts';

let product: RunningProduct;
let database: pg.Pool;
let folder: string;
beforeAll(async () => {
  product = await runProduct({ rateLimits: 'off' });
  database = new pg.Pool({ connectionString: product.databaseUrl });
  // Postgres closes remaining connections when a spec's database is dropped.
  database.on('error', () => undefined);
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-erasure-'));
});
afterAll(async () => {
  await database.end();
  await product.stop();
  await rm(folder, { recursive: true });
});

/** Random letters, valid as a name, an address and a line of text. */
const mark = (of: string): string => `mark${of}${randomBytes(12).toString('hex')}`;

/** All data of the member; another field needs a line here and the act that leaves it. */
const marks = {
  username: mark('user').slice(0, 30),
  fullName: mark('fullname'),
  email: mark('email'),
  telegram: mark('telegram'),
  bio: mark('bio'),
  wallet: randomBytes(20).toString('hex'),
  formerWallet: randomBytes(20).toString('hex'),
  restoredWallet: randomBytes(20).toString('hex'),
  ensName: mark('ens'),
  social: mark('social'),
  restoredSocial: mark('restored'),
  request: mark('request'),
  reason: mark('reason'),
  notes: mark('notes'),
  warning: mark('warning'),
  privately: mark('private'),
  answered: mark('answered'),
  globally: mark('global'),
  drafted: mark('draft'),
  aside: mark('aside'),
  draftedTo: mark('draftto'),
  voice: mark('voice'),
  voiceToAll: mark('voicetoall'),
  push: mark('push'),
  device: mark('device'),
  passkeyName: mark('passkey'),
  /** The id made by an authenticator. */
  passkey: '',
  /** Hashes of images, known once they are stored. */
  avatar: '',
  background: '',
  /** Nonces of proofs, which are in the statements, and signatures. */
  nonce: '',
  signature: '',
  formerNonce: '',
  formerSignature: '',
};

/** A short recording with the mark in its comments, which are stored unchanged. */
const recording = (comment: string): string => {
  const tags = oggPage(0, 0xffff_ffff_ffff_ffffn, Buffer.from(`OpusTags${comment}`));
  const pages = [oggPage(2, 0, opusHead), tags, oggPage(4, 48_312, Buffer.from([1, 2, 3]))];
  return `data:audio/ogg;base64,${Buffer.concat(pages).toString('base64')}`;
};

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const anotherPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const answerSchema = v.looseObject({
  id: v.optional(v.union([v.string(), v.number()])),
  challenge: v.optional(v.string()),
  avatarUrl: v.optional(v.nullable(v.string())),
  backgroundUrl: v.optional(v.nullable(v.string())),
});

/** Sends a request as a page with these cookies; it must succeed. */
async function act(cookie: string, method: string, where: string, body?: unknown) {
  const answer = await product.ask(method, where, { cookie, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${where} answered ${answer.status}: ${text}`);
  return v.parse(answerSchema, text === '' ? {} : JSON.parse(text));
}

/** Registers or signs in; returns the cookies and the id. */
async function enter(where: string, body: object) {
  const answer = await product.ask('POST', where, { body });
  if (!answer.ok) throw new Error(`${where} answered ${answer.status}`);
  return { cookie: cookiesOf(answer), id: Number(v.parse(answerSchema, await answer.json()).id) };
}

/** Tables with each mark, as text or in bytes, including foreign ones. */
async function traces(): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const spellings = Object.entries(marks).flatMap(([of, text]) =>
    [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64url')].map(
      (spelling) => [of, spelling.toLowerCase()] as const,
    ),
  );
  const found = new Map<string, string[]>(Object.keys(marks).map((of) => [of, []]));
  for (const { name } of tables) {
    const { rows } = await database.query<{ of: string }>(
      `select distinct mark."of" from ${name} t
         cross join lateral (select lower(t::text) as content offset 0) r
         join unnest($1::text[], $2::text[]) as mark("of", spelling) on position(mark.spelling in r.content) > 0`,
      [spellings.map(([of]) => of), spellings.map(([, spelling]) => spelling)],
    );
    for (const { of } of rows) found.get(of)?.push(name);
  }
  return Object.fromEntries(found);
}

async function withLog<T>(work: (log: EventLog) => Promise<T>): Promise<T> {
  const log = await openPostgresLog({ connectionString: product.databaseUrl });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** The personal fields of a member in the log, as `Type.field`. */
async function sealedOf(memberId: number): Promise<string[]> {
  const { events } = await withLog((log) => log.readAll(0n, {}, 10_000));
  const isTheirs = v.object({ sealed: v.string(), subject: v.literal(memberId) });
  const found = events.flatMap(({ type, data }) =>
    Object.entries(data).flatMap(([field, value]) => (v.is(isTheirs, value) ? [`${type}.${field}`] : [])),
  );
  return [...new Set(found)].sort();
}

/** All personal fields, as `Type.field`. */
const personalFields = Object.entries(eventTypes)
  .flatMap(([type, definition]) =>
    'personal' in definition ? definition.personal.fields.map((field) => `${type}.${field}`) : [],
  )
  .sort();

/** The exported log. */
async function rawLog(): Promise<string> {
  const file = path.join(folder, `log-${randomBytes(4).toString('hex')}.gz`);
  const openLog = () => openPostgresLog({ connectionString: product.databaseUrl });
  expect(await runEventStoreCli(['export', file], { openLog }, new PassThrough().resume())).toBe(0);
  return gunzipSync(await readFile(file)).toString('utf8');
}

/** An administrator undoes the latest removal of this type. */
async function undoRemoval(cookie: string, stream: string, type: string): Promise<void> {
  let eventId = '';
  await withLog(async (log) => {
    for await (const event of log.readStream(stream)) if (event.type === type) ({ eventId } = event);
  });
  await act(cookie, 'POST', `/api/admin/history/${eventId}/undo`, { stream });
}

/** Lists and proves a wallet; returns its id with the marks. */
async function prove(cookie: string, { network, address, sign }: ReturnType<typeof evmWallet>) {
  const { id } = await act(cookie, 'POST', '/api/user/wallets', { network, address });
  const asked = await act(cookie, 'POST', `/api/user/wallets/${id}/challenge`);
  const { nonce, statement } = v.parse(walletChallengeSchema, asked);
  const signature = sign(statement);
  await act(cookie, 'POST', `/api/user/wallets/${id}/proof`, { nonce, signature });
  return { id, nonce, signature };
}

/** As the weekly check records it; there is no node of Ethereum here. */
async function recordEnsName(userId: number, walletId: string): Promise<void> {
  const vault = await openVault({ connectionString: product.databaseUrl, masterKey: product.masterKey });
  try {
    await withLog(async (log) => {
      const data = { userId, walletId, name: marks.ensName };
      const ids = { correlationId: randomUUID(), causationId: randomUUID() };
      const metadata = { actorId: null, ...ids, time: new Date().toISOString() };
      await createEventStore(log, eventTypes, vault.sealer).append(`user-${userId}`, 'stream-exists', [
        { type: 'EnsNameSeen', data, eventId: randomUUID(), metadata },
      ]);
    });
  } finally {
    await vault.close();
  }
}

type Entered = Awaited<ReturnType<typeof enter>>;

/** The member reports another one, and is warned after a report by them. */
async function reports(of: { readonly member: Entered; readonly other: Entered; readonly admin: Entered }) {
  const { member, other, admin } = of;
  const report = (by: Entered, about: Entered, text: string) =>
    act(by.cookie, 'POST', '/api/reports', {
      reported: { kind: 'profile', memberId: about.id },
      reason: 'other',
      text,
    });
  await report(member, other, 'not the support');
  await report(other, member, 'not the staff');
  const warn = { outcome: 'warned', reason: marks.warning };
  await act(admin.cookie, 'POST', `/api/admin/reports/profile-${member.id}/close`, warn);
  await eventually(async () => expect(await sealedOf(member.id)).toContain('MemberWarned.reason'));
}

/** Removes a message that the other member saw, and restores it. */
async function removeAndRestore(messageId: string, { other, admin }: { other: Entered; admin: Entered }) {
  const reported = { kind: 'message', messageId };
  await act(other.cookie, 'POST', '/api/reports', { reported, reason: 'spam' });
  const removed = { outcome: 'message_removed', reason: 'Seen' };
  await act(admin.cookie, 'POST', `/api/admin/reports/message-${messageId}/close`, removed);
  const stream = `message-${messageId}`;
  const isRemoved = () =>
    withLog(async (log) => (await log.readAll(0n, { types: ['MessageDeleted'] }, 1)).events);
  await eventually(async () => expect(await isRemoved()).toHaveLength(1));
  await undoRemoval(admin.cookie, stream, 'MessageDeleted');
}

/** A member with a mark in every field, who met another member and an administrator. */
async function markedMember() {
  const member = await enter('/api/register', {
    ...registration(marks.username),
    fullName: marks.fullName,
    email: `${marks.email}@example.org`,
    telegramHandle: marks.telegram,
  });
  const other = await enter('/api/register', registration('witness'));
  const admin = await enter('/api/login', { username: 'admin', password: adminPassword });
  const own = (method: string, where: string, body?: unknown) => act(member.cookie, method, where, body);
  await own('POST', '/api/user/wallets', { network: 'PMCW', address: `0x${marks.wallet}` });
  const former = { network: 'PMCW', address: `0x${marks.formerWallet}` };
  const { id: formerId } = await own('POST', '/api/user/wallets', former);
  await own('DELETE', `/api/user/wallets/${formerId}`);
  const proof = await prove(member.cookie, evmWallet());
  [marks.nonce, marks.signature] = [proof.nonce, proof.signature];
  await recordEnsName(member.id, String(proof.id));
  // Removed and restored, so that the proof is in another event as well.
  const put = await prove(member.cookie, solanaWallet());
  [marks.formerNonce, marks.formerSignature] = [put.nonce, put.signature];
  await own('DELETE', `/api/user/wallets/${put.id}`);
  await undoRemoval(admin.cookie, `user-${member.id}`, 'WalletRemoved');
  await own('POST', `/api/user/wallets/${proof.id}/challenge`);
  await own('POST', '/api/user/socials', { platform: 'github', username: marks.social });
  const restored = { network: 'PMCW', address: `0x${marks.restoredWallet}` };
  const wallet = await own('POST', '/api/user/wallets', restored);
  await own('DELETE', `/api/user/wallets/${wallet.id}`);
  await undoRemoval(admin.cookie, `user-${member.id}`, 'WalletRemoved');
  const link = await own('POST', '/api/user/socials', { platform: 'medium', username: marks.restoredSocial });
  await own('DELETE', `/api/user/socials/${link.id}`);
  await undoRemoval(admin.cookie, `user-${member.id}`, 'SocialLinkRemoved');
  const request = await own('POST', '/api/verification-requests', { message: marks.request });
  const answers = '/api/admin/verification-requests';
  await act(admin.cookie, 'POST', `${answers}/${request.id}/reject`, { reason: marks.reason });
  await act(admin.cookie, 'PUT', `/api/admin/users/${member.id}/notes`, { notes: marks.notes });
  await own('POST', '/api/messages', { receiverId: other.id, content: marks.privately });
  await act(other.cookie, 'POST', '/api/messages', { receiverId: member.id, content: marks.answered });
  await own('POST', '/api/messages/global', { content: marks.globally });
  const draft = { text: marks.drafted, aside: [marks.aside], basedOn: 0 };
  await own('PUT', '/api/drafts/global', draft);
  const draftTo = { text: marks.draftedTo, aside: [], basedOn: 0 };
  await act(other.cookie, 'PUT', `/api/drafts/${member.id}`, draftTo);
  const voice = { messageType: 'voice', content: '', voiceUrl: recording(marks.voice) };
  await own('POST', '/api/messages', { receiverId: other.id, ...voice });
  const toAll = { ...voice, voiceUrl: recording(marks.voiceToAll) };
  const { id: toAllId } = await own('POST', '/api/messages/global', toAll);
  await removeAndRestore(String(toAllId), { other, admin });
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  await own('PUT', '/api/push-subscription', {
    endpoint: `https://fcm.googleapis.com/fcm/send/${marks.push}`,
    keys,
  });
  const key = testPasskey({ origin: publicUrl });
  const { challenge = '' } = await own('POST', '/api/user/passkeys/options');
  await own('POST', '/api/user/passkeys', { credential: key.make({ challenge }), name: marks.passkeyName });
  marks.passkey = key.id;
  const earlier = await enter('/api/login', registration(marks.username));
  await act(earlier.cookie, 'POST', '/api/logout');
  // Devices have fixed names; this one can be found.
  await database.query('update vault.sessions set browser = $1 where user_id = $2 and ended_at is not null', [
    marks.device,
    member.id,
  ]);
  const { avatarUrl } = await own('PATCH', '/api/user/images', { avatarUrl: onePixel });
  marks.avatar = avatarUrl?.replace('/media/', '') ?? '';
  const { backgroundUrl } = await own('PATCH', '/api/user/images', { backgroundUrl: anotherPixel });
  marks.background = backgroundUrl?.replace('/media/', '') ?? '';
  await reports({ member, other, admin });
  const profile = { fullName: marks.fullName, bio: marks.bio, telegramHandle: marks.telegram };
  await own('PATCH', '/api/user/profile', profile);
  return { member, other, admin };
}

/** Makes PostgreSQL remove WAL that it no longer needs. */
async function vacuumAndCheckpoint(): Promise<void> {
  for (const statement of ['vacuum', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'])
    await database.query(statement);
}

/** Which of these texts are in the WAL. */
async function inWal(texts: Readonly<Record<string, Buffer | string>>): Promise<string[]> {
  const { rows } = await database.query<{ folder: string }>(
    "select current_setting('data_directory') || '/pg_wal' as folder",
  );
  const folder = rows[0]?.folder ?? '';
  const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  // A segment may be removed during the reading.
  const read = (name: string) => readFile(path.join(folder, name)).catch(() => Buffer.alloc(0));
  const found = new Set<string>();
  for (const name of segments) {
    const bytes = await read(name);
    for (const [of, text] of Object.entries(texts)) if (bytes.includes(text)) found.add(of);
  }
  return [...found].sort();
}

/**
 * Like `inWal`, after writing them again: specs share the server, and dropping a database is a checkpoint that may
 * remove earlier WAL.
 */
async function inWalOnceWritten(texts: Readonly<Record<string, Buffer | string>>): Promise<string[]> {
  const content = Buffer.concat(Object.values(texts).map((text) => Buffer.from(text)));
  await database.query("select pg_logical_emit_message(false, 'canary', $1::bytea, true)", [content]);
  return inWal(texts);
}

/** The stored key of the member: with it and the master key, all of their data in the log could be read. */
async function wrappedKey(memberId: number): Promise<Buffer> {
  const { rows } = await database.query<{ wrapped: Buffer }>(
    'select wrapped from vault.subject_keys where subject = $1',
    [memberId],
  );
  return rows[0]?.wrapped ?? Buffer.alloc(0);
}

it('a deleted member leaves no trace in any table of any schema, nor in the log', async () => {
  const { member, other, admin } = await markedMember();
  expect(marks.avatar).toMatch(/^[0-9a-f]{64}$/);
  expect(marks.background).toMatch(/^[0-9a-f]{64}$/);
  expect(await sealedOf(member.id)).toEqual(personalFields);
  // The search must be able to find them.
  const notFound = async () => Object.entries(await traces()).filter(([, tables]) => tables.length === 0);
  await expect.poll(notFound).toEqual([]);
  expect(await rawLog()).toContain(`"subject":${member.id}`);
  const mediaOf = () =>
    fetch(`${product.url}/media/${marks.avatar}`, { headers: { cookie: other.cookie } }).then(
      ({ status }) => status,
    );
  expect(await mediaOf()).toBe(200);
  const key = await wrappedKey(member.id);
  expect(key.length).toBeGreaterThan(30);
  await expect
    .poll(() => inWalOnceWritten({ key, username: marks.username, bio: marks.bio }))
    .toHaveLength(3);

  await act(admin.cookie, 'DELETE', `/api/admin/users/${member.id}`);
  const none = Object.fromEntries(Object.keys(marks).map((of) => [of, []]));
  await expect.poll(traces).toEqual(none);
  const log = (await rawLog()).toLowerCase();
  for (const [of, text] of Object.entries(marks)) {
    expect([of, log.includes(text.toLowerCase())]).toEqual([of, false]);
  }
  expect(await mediaOf()).toBe(404);
  await vacuumAndCheckpoint();
  expect(await inWal({ ...marks, key })).toEqual([]);
  const logged = (await product.log()).toLowerCase();
  expect(logged).toContain('"route":"/api/admin/users/:id"');
  for (const [of, text] of Object.entries(marks)) {
    expect([of, logged.includes(text.toLowerCase())]).toEqual([of, false]);
  }
  // The peer continues.
  await act(other.cookie, 'POST', '/api/messages/global', { content: 'Where have they gone?' });
}, 90_000);
