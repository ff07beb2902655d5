import {
  type ChangeFrame,
  changeFrameSchema,
  changesSchema,
  deliveriesSchema,
  type ToldMessage,
} from '@pmcw/contracts';
import { scaled, within } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../gateway/test/client.ts';
import {
  adminPassword,
  cookiesOf,
  publicUrl,
  type RunningProduct,
  registration,
  runProduct,
} from '../test/product.ts';

interface Person {
  readonly id: number;
  readonly cookie: string;
}

let product: RunningProduct;
let admin: Person;
let registered = 0;
const clients: TestClient[] = [];
beforeAll(async () => {
  product = await runProduct({ rateLimits: 'off' });
  admin = await enter('/api/login', { username: 'admin', password: adminPassword });
});
afterAll(async () => {
  for (const client of clients) client.vanish();
  await product?.stop();
});

const idSchema = v.object({ id: v.union([v.string(), v.number()]) });

async function enter(path: string, body: object): Promise<Person> {
  const answer = await product.ask('POST', path, { body });
  expect(answer.ok).toBe(true);
  return { cookie: cookiesOf(answer), id: Number(v.parse(idSchema, await answer.json()).id) };
}

function register(): Promise<Person> {
  registered += 1;
  return enter('/api/register', registration(`person${registered}`));
}

async function act({ cookie }: Person, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await product.ask(method, path, { cookie, body });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return text === '' ? null : JSON.parse(text);
}

async function connect({ id, cookie }: Person, after?: string): Promise<TestClient> {
  const headers = { cookie, origin: publicUrl };
  const client = await new TestClient(`ws://127.0.0.1:${product.port}/ws`, { headers }).opened();
  clients.push(client);
  client.send({ type: 'authenticate', userId: id, ...(after === undefined ? {} : { after }) });
  await client.first(after === undefined ? 'authenticated' : 'resumed');
  return client;
}

async function changesAfter(person: Person, after: string): Promise<ChangeFrame[]> {
  const page = v.parse(
    changesSchema,
    await act(person, 'GET', `/api/messages/changes?after=${after}&skipsUnknown=true`),
  );
  return page.more ? [...page.changes, ...(await changesAfter(person, page.position))] : page.changes;
}

/** The state of a client that applied all of these. */
function knownFrom(changes: readonly ChangeFrame[], { id: reader }: Person) {
  const messages = new Map<string, ToldMessage>();
  const marks = new Map<string, bigint>();
  const contacts = new Map<number, boolean>();
  const settings = new Map<string, unknown>();
  const markOf = ({ isGlobal, receiverId, senderId }: ToldMessage) =>
    marks.get(isGlobal ? `${reader} null` : `${receiverId} ${senderId}`) ?? 0n;
  for (const change of changes) {
    if ('message' in change) {
      messages.set(change.message.id, change.message);
    } else if (change.type === 'message_deleted') {
      messages.delete(change.id);
    } else if (change.type === 'messages_read') {
      marks.set(`${change.readerId} ${change.peerId}`, BigInt(change.upTo));
    } else if (change.type === 'contact_changed') {
      contacts.set(change.memberId, change.isBlocked);
    } else if (change.type === 'conversation_changed') {
      const { peerId, mutedUntil, isMarkedUnread } = change;
      if (mutedUntil !== undefined) settings.set(`${peerId} muted`, mutedUntil);
      if (isMarkedUnread !== undefined) settings.set(`${peerId} marked`, isMarkedUnread);
    } else {
      const { userId } = change;
      contacts.delete(userId);
      for (const [id, { senderId, receiverId }] of messages)
        if (senderId === userId || receiverId === userId) messages.delete(id);
      for (const mark of marks.keys()) if (mark.split(' ').includes(String(userId))) marks.delete(mark);
      for (const key of settings.keys()) if (key.startsWith(`${userId} `)) settings.delete(key);
    }
  }
  const read = [...messages.values()].map((message) => ({
    ...message,
    isRead: message.isRead || BigInt(message.position) <= markOf(message),
  }));
  return { messages: read, marks, contacts, settings };
}

const anyone = fc.nat({ max: 3 });
const acts = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('send'), by: anyone, to: anyone }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), by: anyone, to: anyone }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('read'), by: anyone, to: anyone }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore'), by: anyone, to: anyone }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('block', 'unblock'), by: anyone, to: anyone }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('mute', 'mark'), by: anyone, to: anyone }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase'), by: anyone, to: anyone }) },
  ),
  { minLength: 10, maxLength: 40 },
);

/**
 * A message with the same sender and receiver goes to the global chat.
 * Erases only the last member; skips acts of an erased one.
 */
async function perform(
  people: readonly Person[],
  script: readonly { kind: string; by: number; to: number }[],
) {
  const sent: { readonly by: Person; readonly to: Person | null; readonly id: string }[] = [];
  const blocks = new Set<string>();
  let erased: Person | null = null;
  let changed = 0;
  for (const { kind, by: one, to: other } of script) {
    const [by, peer] = [people[one], people[other]];
    if (by === undefined || peer === undefined || by === erased || peer === erased) continue;
    const to = by === peer ? null : peer;
    if (kind === 'send') {
      const body = { content: `hello ${sent.length}`, ...(to === null ? {} : { receiverId: to.id }) };
      // By or to a blocked member, it is refused.
      const isRefused = to !== null && (blocks.has(`${by.id} ${to.id}`) || blocks.has(`${to.id} ${by.id}`));
      if (isRefused) continue;
      const answer = await act(by, 'POST', to === null ? '/api/messages/global' : '/api/messages', body);
      sent.push({ by, to, id: String(v.parse(idSchema, answer).id) });
    } else if (kind === 'delete') {
      const at = sent.findIndex((message) => message.by === by && message.to !== erased);
      const [message] = at < 0 ? [] : sent.splice(at, 1);
      if (message !== undefined) await act(by, 'DELETE', `/api/messages/${message.id}`);
    } else if (kind === 'restore') {
      const message = sent.find((each) => each.by === by && each.to !== erased);
      const reporter = message?.to ?? people.find((person) => person !== by && person !== erased);
      if (message !== undefined && reporter !== undefined) await removeAndRestore(message.id, reporter);
    } else if (kind === 'read') {
      await act(by, 'POST', to === null ? '/api/messages/global/read' : `/api/messages/read/${to.id}`);
    } else if (kind === 'block' && to !== null) {
      blocks.add(`${by.id} ${to.id}`);
      await act(by, 'POST', '/api/blocks', { memberId: to.id });
    } else if (kind === 'unblock' && to !== null) {
      blocks.delete(`${by.id} ${to.id}`);
      await act(by, 'DELETE', `/api/blocks/${to.id}`);
    } else if (kind === 'mute' || kind === 'mark') {
      // Every other one is taken back.
      changed += 1;
      const isOn = changed % 2 === 1;
      const settings = kind === 'mute' ? { mutedUntil: isOn ? 'always' : null } : { isMarkedUnread: isOn };
      await act(by, 'PATCH', `/api/messages/conversations/${to?.id ?? 'global'}`, settings);
    } else if (erased === null && by === people.at(-1)) {
      await act(admin, 'DELETE', `/api/admin/users/${by.id}`);
      erased = by;
    }
  }
  return people.filter((person) => person !== erased);
}

const historySchema = v.array(v.object({ eventId: v.string() }));

/** Decided on a report, and undone. */
async function removeAndRestore(messageId: string, reporter: Person): Promise<void> {
  const removals = async () =>
    v.parse(
      historySchema,
      await act(admin, 'GET', `/api/admin/history?stream=message-${messageId}&type=MessageDeleted`),
    );
  const { length } = await removals();
  await act(reporter, 'POST', '/api/reports', { reported: { kind: 'message', messageId }, reason: 'scam' });
  // Of an earlier round, and closed.
  if (length > 0) return;
  const decision = { outcome: 'message_removed', reason: 'Seen' };
  await act(admin, 'POST', `/api/admin/reports/message-${messageId}/close`, decision);
  await eventually(async () => expect(await removals()).toHaveLength(1));
  const [removed] = await removals();
  await act(admin, 'POST', `/api/admin/history/${removed?.eventId}/undo`, { stream: `message-${messageId}` });
}

/** Everything before it has arrived where this message has. */
async function sendLast(by: Person): Promise<string> {
  return String(v.parse(idSchema, await act(by, 'POST', '/api/messages/global', { content: 'the last' })).id);
}

const has = (changes: readonly ChangeFrame[], id: string) =>
  changes.some((change) => 'message' in change && change.message.id === id);

describe('any history of messages, reads, deletions, restorations and erasures', () => {
  it('gives members the same live, on reconnecting and on catching up', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const people = await Promise.all(Array.from({ length: 4 }, register));
        const sockets = await Promise.all(people.map((person) => connect(person)));
        const starts = await Promise.all(
          sockets.map(async (socket) => (await socket.first('authenticated')).position),
        );
        const remaining = await perform(people, script);
        const last = await sendLast(people[0] ?? admin);
        for (const person of remaining) {
          const at = people.indexOf(person);
          const [socket, after] = [sockets[at], starts[at]];
          if (socket === undefined || after === undefined) throw new Error('There is no socket');
          await eventually(() => expect(has(socket.changes, last)).toBe(true));
          const live = knownFrom(socket.changes, person);
          for (const { type } of socket.changes) seen.add(type);
          await eventually(async () => expect(has(await changesAfter(person, after), last)).toBe(true));
          expect(knownFrom(await changesAfter(person, after), person)).toEqual(live);
          const replay = await connect(person, after);
          expect(knownFrom(replay.changes, person)).toEqual(live);
          await replay.close();
        }
        await Promise.all(sockets.map((socket) => socket.close()));
      }),
      { numRuns: scaled(6), examples: [[everyKind]], plugins: [within(30_000)] },
    );
    expect(seen).toEqual(new Set(changeFrameSchema.options.map(({ entries }) => entries.type.literal)));
  });
});

const everyKind = [
  { kind: 'send', by: 0, to: 1 },
  { kind: 'send', by: 3, to: 1 },
  { kind: 'send', by: 2, to: 2 },
  { kind: 'read', by: 1, to: 0 },
  { kind: 'read', by: 1, to: 1 },
  { kind: 'read', by: 3, to: 1 },
  { kind: 'mute', by: 1, to: 0 },
  { kind: 'delete', by: 0, to: 1 },
  { kind: 'restore', by: 2, to: 0 },
  { kind: 'block', by: 0, to: 1 },
  { kind: 'block', by: 0, to: 3 },
  { kind: 'block', by: 2, to: 1 },
  { kind: 'unblock', by: 2, to: 1 },
  { kind: 'erase', by: 3, to: 0 },
];

describe('any notification', () => {
  it('is in the list of the members to whom it was pushed, and of no other', async () => {
    const [one, other] = await Promise.all([register(), register()]);
    const sockets = await Promise.all([connect(one), connect(other)]);
    const publish = async (isActive: boolean) =>
      v.parse(
        idSchema,
        await act(admin, 'POST', '/api/admin/notifications', {
          title: `News ${isActive}`,
          message: 'Read it',
          isActive,
        }),
      ).id;
    await publish(true);
    await publish(false);
    const prepared = await publish(false);
    await act(admin, 'PATCH', `/api/admin/notifications/${prepared}`, { isActive: true });
    const wallet = { network: 'PMCW', address: `0x${'1'.repeat(40)}` };
    await act(one, 'POST', '/api/user/wallets', wallet);
    const request = v.parse(
      idSchema,
      await act(one, 'POST', '/api/verification-requests', { message: 'Please' }),
    );
    await act(admin, 'POST', `/api/admin/verification-requests/${request.id}/reject`, { reason: 'No' });
    await act(admin, 'PATCH', `/api/admin/users/${other.id}/authorize`, { isAuthorized: true });
    const last = await sendLast(one);
    for (const [at, person] of [one, other].entries()) {
      const socket = sockets[at];
      if (socket === undefined) throw new Error('There is no socket');
      await eventually(() => expect(has(socket.changes, last)).toBe(true));
      const pushed = socket.of('notification').map(({ notification }) => notification.notificationId);
      await eventually(async () => {
        const list = v.parse(deliveriesSchema, await act(person, 'GET', '/api/notifications'));
        expect(new Set(list.map(({ notificationId }) => notificationId))).toEqual(new Set(pushed));
      });
      expect(pushed).toHaveLength(3);
    }
  });
});
