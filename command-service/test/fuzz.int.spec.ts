import {
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
import { add, newKey } from './passkeys.ts';
import { type Browser, newAddress, publicUrl, type Running, run, userStream } from './running.ts';

/** Inputs per operation (issue 4). */
const inputs = isSoak ? 5_000 : 50;
/** Requests that run at once; the vault is looked at before and after those of them that are refused. */
const group = isSoak ? 50 : 10;

let app: Running;
let vault: Contents;
beforeAll(async () => {
  // Nothing is sent: what is asked for waits.
  app = await run({ mail: { smtpUrl: 'smtp://127.0.0.1:1', limits: { atOnce: 0 } } });
  vault = await contentsOf(app.databaseUrl, 'vault', {
    // Wrong passwords are to be counted; how far a follower has come is of no request.
    except: ['sign_in_attempts', 'bookmarks'],
    parts: {
      // A claim that is pending is nobody's yet.
      claims: { of: 'kind || hash::text || user_id', where: 'confirmed' },
      // Sessions of who was suspended or deleted end when the service comes to it, which may be while others are refused.
      sessions: { of: 'id', where: `ended_at is null or end_reason in ('suspended', 'deleted')` },
      // Whoever follows the log queues mails too, whatever is asked.
      mails: { of: 'id', where: `kind = 'password_forgotten'` },
      // A place that was begun for an upload that was then refused holds nothing, and is swept.
      media: { of: 'id::text || hash::text || settled', where: 'hash is not null' },
    },
  });
});
afterAll(async () => {
  await vault.close();
  await app.stop();
});

/** Who asks, and ids that exist. */
interface Cast {
  /** Cookies; mostly of those who get far. */
  readonly cookie: fc.Arbitrary<string>;
  readonly known: readonly string[];
}

let casts = 0;
/** New members for each operation, for some operations end their sessions or their lives. */
async function newCast(operation: Operation): Promise<Cast> {
  casts += 1;
  const isForAdmins = operation.path.startsWith('/api/admin/');
  // Past the sign-in, which many a wrong password has closed by now.
  const admin = await app.withSession(1);
  await admin.call('PATCH', '/api/admin/settings', { registrationOpen: true });
  const [member, other, suspended] = await Promise.all(
    ['member', 'other', 'suspended'].map((role) => app.register(`${role}_${casts}`)),
  );
  if (member === undefined || other === undefined || suspended === undefined)
    throw new Error('Nobody is there');
  const id = uuidv7();
  const made = [
    await member.post('/api/messages', { id, receiverId: other.id, content: 'Hello' }),
    await member.post('/api/user/wallets', { network: 'PMCW', address: newAddress() }),
    await member.post('/api/user/socials', { platform: 'github', username: 'member' }),
    await member.post('/api/verification-requests', {}),
  ];
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
      ...[stream, registered?.eventId ?? '', nonce, String(passkey.body.id), passwordMethodId],
    ],
  };
}

interface Answered {
  readonly asked: FuzzedRequest;
  readonly requestId: string;
  readonly status: number;
}

/** Whether a body says in one of our words why it was refused; `expect` would take as long as the answers. */
function isProblem(body: unknown, status: number): boolean {
  const problem = v.parse(problemSchema, body);
  return problem.status === status && Object.hasOwn(problems, problem.code) && problem.detail !== '';
}

/** Sends it past the sockets, and checks that the answer is one of those that there may be. */
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
  // Too much at once is no fault, when it says when to come back (design "HTTP").
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !isBusy) throw new Error(`${method} ${url} ${payload}: ${status} ${body}`);
  if (status >= 400 && !isProblem(answer.json(), status)) {
    throw new Error(`${method} ${url} ${payload}: ${status} says nothing: ${body}`);
  }
  return { asked, requestId: v.parse(v.string(), headers['x-request-id']), status };
}

/** Ids of the requests whose commands have events in the log, from a position on. */
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
 * Sends once more, together, what was refused, between two looks at the vault. What gets through now, because others of
 * its group made room for it, is left out, and the rest sent again.
 * @returns how many were refused between two looks that are alike
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

/** What was seen of an operation: refusals that changed nothing in the vault, and requests that were heard and are in the log. */
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
  // Runs are few: bias would spend the first of them on what is small, most of which no field takes.
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

/** The slowest hash or compare a password or make an image anew, 5,000 times. */
const timeout = isSoak ? 6 * 60 * 60 * 1000 : 600_000;

describe('what no client would send is refused in words, and changes nothing', () => {
  it('is tried on every operation', { timeout }, async () => {
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
    // Of these nothing that is sent is refused, so there is nothing to look at.
    expect(without).toEqual([]);
    // And the log does name the requests that it comes from.
    expect(inLog).toBeGreaterThan(0);
  });
});
