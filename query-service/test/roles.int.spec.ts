import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { historySchema, texts, wellKnown } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { modelNames } from '@pmcw/projections/tables';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from './standIns.ts';
import { openWorld, type World } from './world.ts';

const roles = ['anonymous', 'suspended', 'other', 'member', 'admin'] as const;
type Role = (typeof roles)[number];
/** A status, or the code of a refusal. */
type Outcome = number | 'not_signed_in' | 'forbidden' | 'suspended' | 'not_found' | 'invalid_input';
type Outcomes = Readonly<Record<Role, Outcome>>;

const voice = { hash: 'f'.repeat(64), bytes: Buffer.from('mark: what was said') };
const media = {
  describe: async (hash: string) =>
    hash === voice.hash ? { mediaType: 'audio/webm', size: voice.bytes.length } : null,
  read: async (_hash: string, from: number, bytes: number) => voice.bytes.subarray(from, from + bytes),
};

/** The member's session is on a device that only they may see. */
const devices = {
  ...sessions,
  ended: async (userId: number) => [
    {
      id: userId === ids.member ? 'mark: a former device' : 'another',
      device: { browser: 'Firefox', system: 'Windows' },
      language: 'en',
      startedAt: new Date('2026-01-01'),
      lastUsedAt: new Date('2026-01-02'),
      endedAt: new Date('2026-01-03'),
      reason: 'logout' as const,
    },
  ],
  all: async (userId: number) => [
    {
      id: userId === ids.member ? 'mark: a device' : 'another',
      device: { browser: 'Firefox', system: 'Windows' },
      language: 'en',
      startedAt: new Date('2026-01-01'),
      lastUsedAt: new Date('2026-01-02'),
    },
  ],
};

const drafts = {
  all: async (userId: number) =>
    userId === ids.member
      ? [{ conversation: 'global', text: 'mark: half a thought', aside: [], revision: 1 }]
      : [],
};

let world: World;
/** Members for `{member}` and so on in a path. */
let ids: Readonly<Record<Exclude<Role, 'anonymous'>, number>>;
/** Id of some event. */
let event: string;
/** Id of an event of the member. */
let owned: string;
let appFiles: string;
beforeAll(async () => {
  appFiles = await mkdtemp(path.join(tmpdir(), 'app-files-'));
  await writeFile(
    path.join(appFiles, 'index.html'),
    '<html><head><!--head--></head><body><div id="root"></div></body></html>',
  );
  world = await openWorld({
    vault: { sessions: devices, media, drafts },
    appFiles,
    serviceWorker: 'off',
  });
  const member = await world.register('member');
  const other = await world.register('other');
  const admin = await world.register('admin');
  const suspended = await world.register('suspended');
  ids = { member, other, admin, suspended };
  await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
  // Also a former administrator: suspension withdraws that.
  await world.record({ type: 'AdminGranted', data: { userId: suspended } }, streams.user(suspended));
  await world.record({ type: 'UserSuspended', data: { userId: suspended } }, streams.user(suspended));
  await leaveMarks(member, admin);
  await world.settle();
  const [newest] = await world.json(historySchema, '/api/admin/history?limit=1', { as: admin });
  event = newest?.eventId ?? '';
  const [own] = await world.json(historySchema, `/api/admin/history?stream=${streams.user(member)}`, {
    as: admin,
  });
  owned = own?.eventId ?? '';
  await world.sign();
});
afterAll(async () => {
  await world.close();
  await rm(appFiles, { recursive: true });
});

/** Data that only the member, their peer and administrators may see, as far as it concerns each. */
async function leaveMarks(member: number, admin: number): Promise<void> {
  await world.send(member, admin, 'mark: private words');
  const notes = { userId: member, notes: 'mark: notes' };
  await world.record({ type: 'AdminNotesChanged', data: notes }, streams.user(member));
  const request = { userId: member, requestId: 'r', message: 'mark: request' };
  await world.record({ type: 'VerificationRequested', data: request }, streams.user(member));
  const rejected = { userId: member, requestId: 'r', reason: 'mark: reason' };
  await world.record({ type: 'VerificationRejected', data: rejected }, streams.user(member));
  const which = { caseId: `profile-${member}`, memberId: member, kind: 'profile', itemId: null } as const;
  const report = { ...which, reporterId: admin, reason: 'abuse', text: 'mark: report' } as const;
  await world.record({ type: 'ContentReported', data: report }, streams.case(which.caseId));
  await world.record(
    {
      type: 'MessageSent',
      data: {
        ...{ messageId: randomUUID(), senderId: member, receiverId: admin, content: '' },
        ...{ messageType: 'voice', voiceHash: voice.hash, voiceSeconds: 1 },
      },
    },
    streams.message('voice'),
  );
}

const everybody = (status: number): Outcomes => ({
  anonymous: status,
  suspended: status,
  other: status,
  member: status,
  admin: status,
});
/** A suspended member has no session; a remaining one shows their own data only. */
const members = (more: Partial<Outcomes> = {}): Outcomes => ({
  ...everybody(200),
  anonymous: 'not_signed_in',
  ...more,
});
const administrators: Outcomes = {
  anonymous: 'not_signed_in',
  suspended: 'forbidden',
  other: 'forbidden',
  member: 'forbidden',
  admin: 200,
};

interface Row {
  readonly path: string | (() => string);
  readonly outcomes: Outcomes;
  readonly body?: object;
}

/** Outcomes of every operation by role. */
const rows: Readonly<Record<string, Row>> = {
  'GET /api/user': { path: '/api/user', outcomes: members() },
  'GET /api/user/sessions': { path: '/api/user/sessions', outcomes: members() },
  'GET /api/user/sign-in-methods': { path: '/api/user/sign-in-methods', outcomes: members() },
  'GET /api/user/sessions/ended': { path: '/api/user/sessions/ended', outcomes: members() },
  // Its content: accounts/export/export.int.spec.ts.
  'GET /api/user/export': { path: '/api/user/export', outcomes: members({ suspended: 'suspended' }) },
  'GET /api/user/activity': { path: '/api/user/activity', outcomes: members() },
  'GET /api/user/wallets': { path: '/api/user/wallets', outcomes: members() },
  'GET /api/user/socials': { path: '/api/user/socials', outcomes: members() },
  'GET /api/profile/{username}': {
    path: '/api/profile/suspended',
    outcomes: { ...everybody(404), admin: 200 },
  },
  'GET /api/addresses/{address}/listings': {
    path: '/api/addresses/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed/listings',
    outcomes: everybody(200),
  },
  'GET /api/directory': { path: '/api/directory', outcomes: everybody(200) },
  'GET /api/featured-users': { path: '/api/featured-users', outcomes: everybody(200) },
  'GET /api/sign-in-options': { path: '/api/sign-in-options', outcomes: everybody(200) },
  'GET /api/settings': { path: '/api/settings', outcomes: everybody(200) },
  'GET /api/blocks': { path: '/api/blocks', outcomes: members() },
  'GET /api/messages/conversations': { path: '/api/messages/conversations', outcomes: members() },
  'GET /api/messages/find-conversation/{username}': {
    path: '/api/messages/find-conversation/member',
    outcomes: members({ member: 'invalid_input' }),
  },
  'GET /api/messages/global': { path: '/api/messages/global', outcomes: members() },
  'GET /api/messages/global/unread/count': {
    path: '/api/messages/global/unread/count',
    outcomes: members(),
  },
  'GET /api/messages/{userId}': {
    path: () => `/api/messages/${ids.member}`,
    outcomes: members({ member: 'invalid_input' }),
  },
  'GET /api/messages/changes': { path: '/api/messages/changes?after=0', outcomes: members() },
  'GET /api/drafts': { path: '/api/drafts', outcomes: members() },
  'GET /api/push-key': { path: '/api/push-key', outcomes: everybody(200) },
  'GET /api/notifications': { path: '/api/notifications', outcomes: members() },
  'GET /media/{hash}': {
    path: `/media/${voice.hash}`,
    outcomes: { ...everybody(404), member: 200, admin: 200 },
  },
  // Pictures of suspended members are hidden from everyone: link previews don't depend on the viewer.
  'GET /og/{username}.png': { path: '/og/suspended.png', outcomes: everybody(404) },
  'GET /api/admin/stats': { path: '/api/admin/stats', outcomes: administrators },
  'GET /api/admin/users': { path: '/api/admin/users', outcomes: administrators },
  'GET /api/admin/changed-members': { path: '/api/admin/changed-members', outcomes: administrators },
  'GET /api/admin/users/{id}': { path: () => `/api/admin/users/${ids.member}`, outcomes: administrators },
  'GET /api/admin/verification-requests': {
    path: '/api/admin/verification-requests?status=rejected',
    outcomes: administrators,
  },
  'GET /api/admin/reports': { path: '/api/admin/reports', outcomes: administrators },
  'GET /api/admin/reports/{caseId}': {
    path: () => `/api/admin/reports/profile-${ids.member}`,
    outcomes: administrators,
  },
  'GET /api/admin/notifications': { path: '/api/admin/notifications', outcomes: administrators },
  'GET /api/admin/history': { path: '/api/admin/history', outcomes: administrators },
  'GET /api/admin/history/streams/{stream}': {
    path: () => `/api/admin/history/streams/${streams.user(ids.member)}`,
    outcomes: administrators,
  },
  'GET /api/admin/history/conversations/{conversation}': {
    path: () => `/api/admin/history/conversations/${ids.member}-${ids.admin}`,
    outcomes: administrators,
  },
  'GET /api/admin/history/export.csv': { path: '/api/admin/history/export.csv', outcomes: administrators },
  'GET /api/admin/history/export.ndjson': {
    path: '/api/admin/history/export.ndjson',
    outcomes: administrators,
  },
  'GET /api/admin/history/{eventId}': {
    path: () => `/api/admin/history/${event}`,
    outcomes: administrators,
  },
  'GET /api/admin/history/{eventId}/chain': {
    path: () => `/api/admin/history/${event}/chain`,
    outcomes: administrators,
  },
  'GET /api/proofs/inclusion/{eventId}': {
    path: () => `/api/proofs/inclusion/${owned}`,
    outcomes: {
      ...everybody(200),
      anonymous: 'not_signed_in',
      other: 'not_found',
      // No longer an administrator.
      suspended: 'not_found',
    },
  },
  'GET /api/proofs/consistency': { path: '/api/proofs/consistency?from=1&to=2', outcomes: everybody(200) },
  'GET /.well-known/pmcw/checkpoint.json': { path: wellKnown.checkpoint, outcomes: everybody(200) },
  'GET /.well-known/pmcw/checkpoints/{size}.json': {
    path: wellKnown.checkpointOf(0),
    outcomes: everybody(404),
  },
  'GET /.well-known/pmcw/public-key.pem': { path: wellKnown.publicKey, outcomes: everybody(200) },
  'GET /.well-known/pmcw/profile-keys.json': { path: wellKnown.profileKeys, outcomes: everybody(200) },
  'GET /.well-known/pmcw/{username}.json': {
    path: wellKnown.profileOf('member'),
    outcomes: everybody(200),
  },
  'GET /api/admin/settings': { path: '/api/admin/settings', outcomes: administrators },
  'GET /api/openapi.json': { path: '/api/openapi.json', outcomes: everybody(200) },
  // Field by field: graphql/access.int.spec.ts.
  'POST /graphql': { path: '/graphql', outcomes: everybody(200), body: { query: '{ __typename }' } },
};

/** Routes without roles, and their specs. */
const forAnybody: Readonly<Record<string, string>> = {
  'GET /healthz': 'operators: runtime/src/operations/operations.int.spec.ts',
  'GET /readyz': 'operators: src/freshness/readModelsCheck.int.spec.ts',
  'GET /metrics': 'operators: launcher/src/metrics.int.spec.ts',
  'GET /assets/*': 'files: src/app/app.int.spec.ts',
  'GET /sw.js': 'files: src/app/app.int.spec.ts',
  'GET /*':
    'files and pages: src/app/app.int.spec.ts; those of the suspended: src/moderation/suspension.int.spec.ts',
};

const sentences = {
  not_signed_in: texts.refusals.notSignedIn,
  forbidden: texts.refusals.adminsOnly,
  suspended: texts.refusals.suspended,
  not_found: texts.refusals.notFound,
  invalid_input: texts.refusals.messageToSelf,
} as const;

const problemSchema = v.object({ code: v.string(), detail: v.string() });

async function ask(operation: string, role: Role) {
  const [method = ''] = operation.split(' ');
  const { path = '', body } = rows[operation] ?? {};
  const response = await world.ask(typeof path === 'string' ? path : path(), {
    method,
    ...(role === 'anonymous' ? {} : { as: ids[role] }),
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

describe('every operation', () => {
  it('has a row, or is listed as one without roles', () => {
    const operations = world.routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(operations.sort()).toEqual([...Object.keys(rows), ...Object.keys(forAnybody)].sort());
  });

  it.each(Object.entries(rows))('%s answers each role', async (operation, { outcomes }) => {
    for (const role of roles) {
      const { status, text } = await ask(operation, role);
      const outcome = outcomes[role];
      if (typeof outcome === 'number') expect([role, status]).toEqual([role, outcome]);
      else {
        const { code, detail } = v.parse(problemSchema, JSON.parse(text));
        expect([role, code, detail]).toEqual([role, outcome, sentences[outcome]]);
      }
    }
  });

  it.each(Object.keys(rows))('%s shows others nothing private of a member', async (operation) => {
    for (const role of ['anonymous', 'suspended', 'other'] as const) {
      const { text } = await ask(operation, role);
      // Every email address names its member.
      expect([role, /mark: .*|member@example\.org/.exec(text)?.[0]]).toEqual([role, undefined]);
    }
  });

  it('for administrators checks the role before it parses the request', async () => {
    for (const [operation, { outcomes, path }] of Object.entries(rows)) {
      if (outcomes.member !== 'forbidden') continue;
      const nonsense = `${typeof path === 'string' ? path.split('?')[0] : path()}?limit=~&page=~`;
      for (const role of roles.filter((each) => each !== 'admin')) {
        const as = role === 'anonymous' ? {} : { as: ids[role] };
        const response = await world.ask(nonsense, as);
        const { code } = v.parse(problemSchema, await response.json());
        expect([operation, role, code]).toEqual([operation, role, outcomes[role]]);
      }
    }
  });
});

describe('private data of members', () => {
  it('is shown to themselves, and to administrators as far as it concerns them', async () => {
    const own = await Promise.all([
      ask('GET /api/user', 'member'),
      ask('GET /api/messages/conversations', 'member'),
      ask('GET /api/notifications', 'member'),
      ask('GET /api/drafts', 'member'),
      ask('GET /api/user/sessions', 'member'),
      ask('GET /api/user/sessions/ended', 'member'),
      ask('GET /media/{hash}', 'admin'),
      ask('GET /api/admin/users/{id}', 'admin'),
      ask('GET /api/admin/verification-requests', 'admin'),
      ask('GET /api/admin/reports/{caseId}', 'admin'),
    ]);
    const expected = [
      'member@example.org',
      'member',
      'mark: reason',
      'mark: half a thought',
      'mark: a device',
      'mark: a former device',
      'mark: what',
      'mark: notes',
      'mark: request',
      'mark: report',
    ];
    expect(own.map(({ text }, index) => text.includes(expected[index] ?? '?'))).toEqual(own.map(() => true));
  });
});

describe('a column added to a read model', () => {
  it('is in no answer before a schema names it', async () => {
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema = any($1) and table_type = 'BASE TABLE'`,
      [[...modelNames]],
    );
    expect(tables.length).toBeGreaterThan(modelNames.length);
    for (const { name } of tables) {
      await client.query(`alter table ${name} add column planted text not null default 'mark: planted'`);
    }
    await client.end();
    for (const operation of Object.keys(rows)) {
      const { text } = await ask(operation, 'admin');
      expect([operation, text.includes('mark: planted')]).toEqual([operation, false]);
    }
  });
});
