import {
  caseIdOf,
  passwordMethodId,
  problemSchema,
  problems,
  sessionCookieName,
  walletChallengeSchema,
} from '@pmcw/contracts';
import { type Contents, contentsOf, isSoak } from '@pmcw/testing';
import { allOf, type FuzzedRequest, type Operation, operationsOf, requestsFor } from '@pmcw/testing/fuzz';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, publicUrl } from './browser.ts';
import { add, newKey } from './passkeys.ts';
import { newAddress, type Running, run, userStream } from './running.ts';

/** Per operation. */
const inputs = isSoak ? 5_000 : 50;
/** Concurrent requests; the vault is compared before and after the refused ones of a group. */
const group = isSoak ? 50 : 10;

let app: Running;
let vault: Contents;
beforeAll(async () => {
  // No mail is sent: the queue only grows.
  app = await run({ mail: { smtpUrl: 'smtp://127.0.0.1:1', limits: { atOnce: 0 } } });
  vault = await contentsOf(app.databaseUrl, 'vault', {
    // Wrong passwords are counted, and bookmarks belong to no request.
    except: ['sign_in_attempts', 'bookmarks'],
    parts: {
      // A pending claim is not yet the member’s.
      claims: { of: 'kind || hash::text || user_id', where: 'confirmed' },
      // Sessions of suspended or deleted members may end during other requests.
      sessions: { of: 'id', where: `ended_at is null or end_reason in ('suspended', 'deleted')` },
      // Followers of the log queue mails, too.
      mails: { of: 'id', where: `kind = 'password_forgotten'` },
      // An unsettled place of a refused upload is empty and will be swept.
      media: { of: 'id::text || hash::text || settled', where: 'hash is not null' },
    },
  });
});
afterAll(async () => {
  await vault.close();
  await app.stop();
});

/** Session cookies and existing ids. */
interface Cast {
  /** Mostly of roles that get past the authorization. */
  readonly cookie: fc.Arbitrary<string>;
  readonly known: readonly string[];
}

let casts = 0;
/** New members for each operation, because some operations end sessions or accounts. */
async function newCast(operation: Operation): Promise<Cast> {
  casts += 1;
  const isForAdmins = operation.path.startsWith('/api/admin/');
  // Without a sign-in, which too many wrong passwords have locked.
  const admin = await app.withSession(1);
  await admin.call('PATCH', '/api/admin/settings', { registrationOpen: true });
  const [member, other, suspended] = await Promise.all(
    ['member', 'other', 'suspended'].map((role) => app.register(`${role}_${casts}`)),
  );
  if (member === undefined || other === undefined || suspended === undefined)
    throw new Error('No member is left');
  const id = uuidv7();
  const made = [
    await member.post('/api/messages', { id, receiverId: other.id, content: 'Hello' }),
    await member.post('/api/user/wallets', { network: 'PMCW', address: newAddress() }),
    await member.post('/api/user/socials', { platform: 'github', username: 'member' }),
    await member.post('/api/verification-requests', {}),
  ];
  await member.post('/api/reports', { reported: { kind: 'profile', memberId: other.id }, reason: 'spam' });
  const [, wallet] = made;
  const challenge = await member.post(`/api/user/wallets/${String(wallet?.body.id)}/challenge`);
  const { nonce } = v.parse(walletChallengeSchema, JSON.parse(challenge.text));
  const passkey = await add(member, newKey());
  await app.suspend(suspended);
  const stream = userStream(member);
  const [registered] = await app.events(stream);
  const name = sessionCookieName(false);
  const cookieOf = ({ cookies }: Browser) => fc.constant(`${name}=${cookies.get(name)}`);
  return {
    cookie: fc.oneof(
      { arbitrary: cookieOf(admin), weight: isForAdmins ? 16 : 4 },
      { arbitrary: cookieOf(member), weight: isForAdmins ? 2 : 14 },
      { arbitrary: cookieOf(await app.withSession(suspended.id)), weight: 1 },
      { arbitrary: fc.constant(''), weight: 1 },
    ),
    known: [
      ...[member, other].map((each) => String(each.id)),
      ...made.map(({ body }) => String(body.id)),
      caseIdOf('profile', other.id, null),
      ...[stream, registered?.eventId ?? '', nonce, String(passkey.body.id), passwordMethodId],
    ],
  };
}

interface Answered {
  readonly asked: FuzzedRequest;
  readonly requestId: string;
  readonly status: number;
}

/** Checks that a body explains the refusal; `expect` would take as long as the request. */
function isProblem(body: unknown, status: number): boolean {
  const problem = v.parse(problemSchema, body);
  return problem.status === status && Object.hasOwn(problems, problem.code) && problem.detail !== '';
}

/** Sends a request without sockets, and checks that its answer is an allowed one. */
async function send(asked: FuzzedRequest, cookie: string): Promise<Answered> {
  const { method, url, payload, contentType } = asked;
  const answer = await app.server.inject({
    method: v.parse(v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), method),
    url,
    headers: {
      origin: publicUrl,
      ...(cookie === '' ? {} : { cookie }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode: status, body, headers } = answer;
  // Overload is no fault if the answer says when to retry.
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !isBusy) throw new Error(`${method} ${url} ${payload}: ${status} ${body}`);
  if (status >= 400 && !isProblem(answer.json(), status)) {
    throw new Error(`${method} ${url} ${payload}: ${status} says nothing: ${body}`);
  }
  return { asked, requestId: v.parse(v.string(), headers['x-request-id']), status };
}

/** Ids of requests with events after a position. */
async function requestsInLog(after: bigint): Promise<Set<string>> {
  const found = new Set<string>();
  for (let position = after; ; ) {
    const batch = await app.eventStore.readAll(position, {});
    for (const { metadata } of batch.events) found.add(metadata.correlationId);
    if (batch.position === position) return found;
    position = batch.position;
  }
}

const isRefusal = ({ status }: Answered): boolean => status >= 400 && status < 500;

/**
 * Repeats refused requests together and compares the vault before and after. Those that succeed now, because other
 * requests made room, are left out and the rest repeated.
 * @returns how many were refused without a change
 */
async function changeNothing(refused: readonly Answered[], sender: string): Promise<number> {
  for (let left = refused; left.length > 0; ) {
    const before = await vault.now();
    const answered = await Promise.all(left.map(({ asked }) => send(asked, sender)));
    const again = answered.filter(isRefusal);
    if (again.length === answered.length) {
      expect(await vault.now()).toEqual(before);
      return again.length;
    }
    left = again;
  }
  return 0;
}

/** Results of an operation: refusals without changes, and successful requests found in the log. */
interface Seen {
  readonly unchanging: number;
  readonly recorded: number;
}

async function fuzz(operation: Operation): Promise<Seen> {
  const { cookie, known } = await newCast(operation);
  const start = await app.eventStore.head();
  const refused = new Set<string>();
  const heard: string[] = [];
  let sent = 0;
  let unchanging = 0;
  // Without bias, which would spend the few runs on tiny values that most fields refuse.
  const together = fc.noBias(fc.array(requestsFor(operation, known), { minLength: group, maxLength: group }));
  await fc.assert(
    fc.asyncProperty(cookie, together, async (sender, all) => {
      const answered = await Promise.all(all.map((asked) => send(asked, sender)));
      sent += answered.length;
      const refusals = answered.filter(isRefusal);
      for (const { requestId } of refusals) refused.add(requestId);
      for (const { requestId, status } of answered) if (status < 300) heard.push(requestId);
      unchanging += await changeNothing(refusals, sender);
    }),
    allOf(inputs / group),
  );
  expect([operation.name, sent]).toEqual([operation.name, inputs]);
  const written = await requestsInLog(start);
  expect([...written].filter((requestId) => refused.has(requestId))).toEqual([]);
  return { unchanging, recorded: heard.filter((requestId) => written.has(requestId)).length };
}

/** The slowest operations hash a password or encode an image 5,000 times. */
const timeout = isSoak ? 6 * 60 * 60 * 1000 : 600_000;

describe('requests that no client would send are refused with an explanation and change nothing', () => {
  it('for every operation', { timeout }, async () => {
    await app.server.ready();
    const isForMembers = ({ path }: Operation) => path.startsWith('/api/');
    const operations = operationsOf(app.server.swagger()).filter(isForMembers);
    const without: string[] = [];
    let inLog = 0;
    for (const operation of operations) {
      const { unchanging, recorded } = await fuzz(operation);
      if (unchanging === 0) without.push(operation.name);
      inLog += recorded;
    }
    // No request of these operations is refused.
    expect(without).toEqual([]);
    // The log names the requests of its events.
    expect(inLog).toBeGreaterThan(0);
  });
});
