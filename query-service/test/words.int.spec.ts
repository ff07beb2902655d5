import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { limits, type ProblemCode, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyExports } from './standIns.ts';
import { type Asking, openWorld, type World } from './world.ts';

const [admin, ada, sam, unknown] = [1, 2, 3, 9_999];

let world: World;
beforeAll(async () => {
  const exports = { ...anyExports, admit: async () => ({ admitted: false as const, retryAfter: 600 }) };
  world = await openWorld({ vault: { exports } });
  for (const username of ['admin', 'ada', 'sam', 'eve']) await world.register(username);
  const block = { userId: 4, memberId: ada };
  await world.record({ type: 'MemberBlocked', data: block }, streams.user(block.userId));
  await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
  const crowd = Array.from({ length: limits.historyTextMembersMax + 1 }, (_, n) => `crowd_${n}`);
  await Promise.all(crowd.map((username) => world.register(username)));
  await world.record({ type: 'UserSuspended', data: { userId: sam } }, streams.user(sam));
  await world.settle();
});
afterAll(() => world.close());

interface Row {
  /** Verbatim. */
  readonly says: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly path: string;
  readonly asking?: Asking;
  /** The field that the sentence is about, if any. */
  readonly field?: string;
}

const row = (says: string, status: number, code: ProblemCode, path: string, asking: Asking = {}): Row => ({
  ...{ says, status, code, path, asking },
});
const invalid = (says: string, field: string, path: string, asking: Asking = { as: ada }): Row => ({
  ...row(says, 400, 'invalid_input', path, asking),
  field,
});
const asAdmin = { as: admin };
const asAda = { as: ada };
const document = (more: object): Asking => ({ method: 'POST', body: { query: '{ __typename }', ...more } });
const notAdmin = 'Only administrators can do this.';

/** All sentences of this service's refusals. */
const rows: readonly Row[] = [
  row('Please login to continue.', 401, 'not_signed_in', '/api/user'),
  row('Please login to continue.', 401, 'not_signed_in', '/api/admin/stats'),
  row('Please login to continue.', 401, 'not_signed_in', '/api/drafts?senderId=3', { as: ada }),
  row(notAdmin, 403, 'forbidden', '/api/admin/stats', { as: ada }),
  row(notAdmin, 403, 'forbidden', '/api/admin/users/nonsense', { as: ada }),
  row('This account has been suspended.', 403, 'suspended', '/api/user/export', { as: sam }),
  row('Too many requests. Please wait a moment.', 429, 'too_many_requests', '/api/user/export', { as: ada }),
  row('Profile not found', 404, 'not_found', '/api/profile/nobody'),
  row('Profile not found', 404, 'not_found', '/api/profile/sam', { as: ada }),
  row('No such member.', 404, 'not_found', `/api/messages/${unknown}`, { as: ada }),
  row('No such member.', 404, 'not_found', '/api/messages/find-conversation/nobody', { as: ada }),
  row('No such member.', 404, 'not_found', `/api/admin/users/${unknown}`, asAdmin),
  row('You cannot send a message to yourself.', 400, 'invalid_input', '/api/messages/2', { as: ada }),
  row('You cannot send a message to yourself.', 400, 'invalid_input', '/api/messages/find-conversation/Ada', {
    as: ada,
  }),
  row('This member is suspended.', 409, 'member_suspended', '/api/messages/find-conversation/sam', {
    as: ada,
  }),
  row(
    "This member can't receive your messages.",
    403,
    'not_received',
    '/api/messages/find-conversation/eve',
    asAda,
  ),
  row('There is nothing here.', 404, 'not_found', '/api/nothing'),
  row('There is nothing here.', 404, 'not_found', `/media/${'0'.repeat(64)}`),
  row('The service is busy. Please try again in a moment.', 503, 'unavailable', '/api/user', { as: unknown }),
  row('Some of the input is not valid.', 400, 'invalid_input', '/api/profile/%zz'),
  row('This request did not come from this site.', 403, 'foreign_origin', '/graphql', {
    ...document({}),
    headers: { origin: 'https://evil.example' },
  }),
  invalid('A position must be a decimal number.', 'after', '/api/messages/changes?after=the+last'),
  invalid('A position must be a decimal number.', 'before', '/api/messages/global?before=-1'),
  invalid('A position must be a decimal number.', 'x-min-position', '/api/directory', {
    headers: { 'x-min-position': 'far' },
  }),
  invalid(
    'Too many members have this in their names. Please type more of it.',
    'text',
    '/api/admin/history?text=crowd',
    asAdmin,
  ),
  invalid('This value is not valid.', 'before', '/api/messages/conversations?before=1'),
  invalid('This value is not valid.', 'limit', '/api/messages/global?limit=201'),
  invalid('This value is not valid.', 'page', '/api/directory?page=0'),
  invalid('This value is not valid.', 'sort', '/api/directory?sort=richest'),
  invalid('This value is not valid.', 'isAuthorized', '/api/directory?isAuthorized=yes'),
  invalid('Please choose an account type.', 'userType', '/api/directory?userType=Robot'),
  invalid('This is longer than allowed.', 'query', `/api/directory?query=${'x'.repeat(101)}`),
  invalid('This is longer than allowed.', 'query', '/graphql', document({ query: 'x'.repeat(10_001) })),
  invalid(
    'This value is not valid.',
    'extensions.persistedQuery.sha256Hash',
    '/graphql',
    document({ extensions: { persistedQuery: { sha256Hash: 'short' } } }),
  ),
];

/** Sentences in the sources that no request leads to, and why. */
const unreachable: Readonly<Record<string, string>> = {
  unexpected: 'an internal error, reported as `internal`: src/graphql/errors.ts',
};

const sentences: Readonly<Record<string, string>> = { ...texts.validation, ...texts.refusals };

/** Keys of the sentences that this service's sources use. */
function namedSentences(): string[] {
  const folder = path.join(import.meta.dirname, '..', 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  const sources = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const found = sources.matchAll(/\b(?:texts\.validation|refusals)\.(\w+)/g);
  return [...new Set([...found].map(([, key = '']) => key))].filter((key) => key in sentences);
}

describe('the sentences of refused queries', () => {
  it.each(
    rows.map(
      (each) => [each.says, `${each.asking?.method ?? 'GET'} ${each.path.slice(0, 60)}`, each] as const,
    ),
  )('%s (%s)', async (says, _, { status, code, path: at, asking, field }) => {
    const problem = await world.problem(status, code, at, asking);
    expect(problem.detail).toBe(says);
    if (field !== undefined) expect(problem.errors).toEqual([{ path: field, message: says }]);
  });

  it('are all covered', () => {
    const asked = new Set(rows.map(({ says }) => says));
    const named = namedSentences();
    expect(named.length).toBeGreaterThan(8);
    const missing = named.filter((key) => !(key in unreachable) && !asked.has(sentences[key] ?? ''));
    expect(missing).toEqual([]);
  });
});
