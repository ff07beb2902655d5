import { problemSchema, problems, sessionCookieName, walletChallengeSchema } from '@pmcw/contracts';
import { scaled } from '@pmcw/testing';
import { type FuzzedRequest, type Operation, operationsOf, requestsFor } from '@pmcw/testing/fuzz';
import fc from 'fast-check';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, newAddress, publicUrl, type Running, run, userStream } from './running.ts';

/** Inputs per operation; 5,000 in a soak (issue 4). */
const inputs = scaled(50);
/** Requests that run at once; between two such groups the vault is looked at. */
const group = Math.min(50, scaled(10));

let app: Running;
let vault: pg.Client;
beforeAll(async () => {
  app = await run();
  vault = new pg.Client({ connectionString: app.databaseUrl });
  await vault.connect();
});
afterAll(async () => {
  await vault.end();
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
  await admin.call('PATCH', `/api/admin/users/${suspended.id}/suspend`, { isSuspended: true });
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
      ...[stream, registered?.eventId ?? '', nonce],
    ],
  };
}

/**
 * Everything that the vault holds for longer than a moment; attempts and pending claims may come and go. Sessions of
 * who was suspended or deleted end when the service comes to it, which may be while others are refused.
 */
async function vaultNow(): Promise<unknown> {
  const { rows } = await vault.query<Record<string, string | null>>(`
    select
      (select md5(string_agg(user_id || hash, ',' order by user_id)) from vault.passwords) as passwords,
      (select md5(string_agg(kind || hash::text || user_id, ',' order by kind, hash)) from vault.claims where confirmed) as claims,
      (select md5(string_agg(subject || (destroyed_at is null)::text, ',' order by subject)) from vault.subject_keys) as keys,
      (select md5(string_agg(id, ',' order by id)) from vault.sessions
        where ended_at is null or end_reason in ('suspended', 'deleted')) as sessions,
      (select md5(string_agg(hash::text, ',' order by hash)) from vault.media) as media`);
  return rows[0];
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

let requests = 0;
/** Sends it past the sockets, and checks that the answer is one of those that there may be. */
async function send(asked: FuzzedRequest, cookie: string): Promise<Answered> {
  requests += 1;
  const requestId = `fuzzed-${requests}`;
  const { method, url, payload, contentType } = asked;
  const answer = await app.server.inject({
    method: v.parse(v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), method),
    url,
    headers: {
      origin: publicUrl,
      'x-request-id': requestId,
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
  return { asked, requestId, status };
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

async function fuzz(operation: Operation): Promise<void> {
  const { cookie, known } = await newCast(operation);
  const start = await app.eventStore.head();
  const refused = new Set<string>();
  const together = fc.array(requestsFor(operation, known), { minLength: group, maxLength: group });
  await fc.assert(
    fc.asyncProperty(cookie, together, async (sender, all) => {
      const before = await vaultNow();
      const answered = await Promise.all(all.map((asked) => send(asked, sender)));
      const isRefusal = ({ status }: Answered) => status >= 400 && status < 500;
      for (const each of answered) if (isRefusal(each)) refused.add(each.requestId);
      if (answered.every(isRefusal)) expect(await vaultNow()).toEqual(before);
    }),
    { numRuns: inputs / group, endOnFailure: true },
  );
  const written = await requestsInLog(start);
  expect([...written].filter((requestId) => refused.has(requestId))).toEqual([]);
}

describe('what no client would send is refused in words, and changes nothing', () => {
  it('is tried on every operation', { timeout: 600_000 }, async () => {
    await app.server.ready();
    for (const operation of operationsOf(app.server.swagger())) await fuzz(operation);
  });
});
