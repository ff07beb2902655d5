import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorsOf,
  isReady,
  type Part,
  startPart,
  statusOf,
  type Workspace,
  workspaces,
} from '../test/parts.ts';
import { upgrade } from '../test/upgrade.ts';
import { root } from './places.ts';

const origin = 'http://localhost:8080';
const adminPassword = 'the first password';
const secret = randomBytes(32).toString('hex');
let database: TestDatabase;
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-parts-'));
  settings = {
    DATABASE_URL: database.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: origin,
    DISPATCH_SECRET: secret,
    COMMAND_SERVICE_URL: 'http://127.0.0.1:1',
    AUDIT_DIR: folder,
    // Any index.html will do: nothing here needs a build.
    APP_FILES: path.join(root, 'pwa'),
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
  };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const post = (part: Part | undefined, where: string, body: object) =>
  fetch(`${part?.url}${where}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const registration = {
  fullName: 'Ada Lovelace',
  username: 'ada',
  email: 'ada@example.org',
  telegramHandle: '',
  userType: 'General User',
  password: 'correct horse',
};

/** The status of an upgrade for a gateway, or of a request for another part. */
async function statusFor(forwardedFor: string, { workspace, url }: Part): Promise<number> {
  const headers = { 'x-forwarded-for': forwardedFor };
  if (workspace !== 'gateway') return (await fetch(`${url}/api/nothing`, { headers })).status;
  return Number((await upgrade(Number(new URL(url).port), headers)).split(' ')[1]);
}

const burstFor = (address: string, part: Part) =>
  Promise.all(Array.from({ length: 100 }, () => statusFor(address, part)));

async function askUntilTooMany(address: string, part: Part): Promise<void> {
  for (let statuses: readonly number[] = []; !statuses.includes(429); )
    statuses = await burstFor(address, part);
}

describe('the parts in separate processes', () => {
  it('start twice each at the same time on an empty database, work together, and stop drained', async () => {
    const env = { ...settings, ADMIN_PASSWORD: adminPassword };
    const parts = await Promise.all(
      [...workspaces, ...workspaces].map((workspace) => startPart(workspace, env)),
    );
    await Promise.all(parts.map(isReady));
    const all = (workspace: Workspace) => parts.filter((part) => part.workspace === workspace);
    const commands = all('command-service');

    const signIns = commands.map((part) =>
      post(part, '/api/login', { username: 'admin', password: adminPassword }),
    );
    expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual([200, 200]);

    const registered = await Promise.all(commands.map((part) => post(part, '/api/register', registration)));
    // Later requests get the same answer; earlier ones that her name is taken.
    expect([201, 409]).toEqual(expect.arrayContaining(registered.map(({ status }) => status)));
    const winner = registered.find(({ status }) => status === 201);
    const cookie =
      winner?.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ') ?? '';
    for (const { url } of all('query-service')) {
      // A late request is refused, and the read model may not know her yet.
      await expect
        .poll(async () => {
          const answer = await fetch(`${url}/api/user`, { headers: { cookie } });
          return answer.headers.has('x-projection-lag') ? null : answer.json();
        })
        .toMatchObject({ username: 'ada' });
      // Routes between processes are not public.
      expect(await statusOf(`${url}/internal/dispatch`)).toBe(404);
    }
    for (const { url } of parts) {
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_seconds_total');
    }

    for (const workspace of ['command-service', 'query-service', 'gateway'] as const) {
      const [part] = all(workspace);
      if (part === undefined) throw new Error('none runs');
      await askUntilTooMany('203.0.113.7', part);
      expect(await burstFor('203.0.113.8', part), `behind the same proxy: ${workspace}`).not.toContain(429);
    }

    expect(await Promise.all(parts.map((part) => part.stop()))).toEqual(parts.map(() => 0));
    for (const part of parts) expect(errorsOf(part)).toEqual([]);
  }, 240_000);

  it('name missing settings', async () => {
    const shared = ['DATABASE_URL', 'VAULT_KEY'];
    const missed: Record<Workspace, readonly string[]> = {
      'command-service': [...shared, 'PUBLIC_URL', 'DISPATCH_SECRET'],
      'query-service': [...shared, 'PUBLIC_URL'],
      gateway: [...shared, 'PUBLIC_URL', 'COMMAND_SERVICE_URL', 'DISPATCH_SECRET'],
      projections: shared,
      notary: ['AUDIT_DIR', 'DISPATCH_SECRET'],
    };
    const parts = await Promise.all(workspaces.map((workspace) => startPart(workspace, {})));
    for (const part of parts) {
      expect(await part.ended).toBe(1);
      const lines = [...part.output().matchAll(/^ {2}(\w+): is missing \(.+\)$/gm)];
      expect(lines.map(([, name]) => name)).toEqual(missed[part.workspace]);
    }
  }, 120_000);

  it('report when the database is down or the app is not built', async () => {
    const away = await startPart('projections', {
      ...settings,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    const unbuilt = await startPart('query-service', { ...settings, APP_FILES: path.join(root, 'launcher') });
    expect([await away.ended, await unbuilt.ended]).toEqual([1, 1]);
    expect(away.output()).toContain("DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:1");
    expect(unbuilt.output()).toContain('set APP_FILES to the folder where it is');
  }, 120_000);

  it('warn when there is no administrator', async () => {
    const empty = await freshDatabase();
    const part = await startPart('command-service', { ...settings, DATABASE_URL: empty.url });
    await isReady(part);
    expect(await part.stop()).toBe(0);
    expect(part.output()).toMatch(/"level":40.*there is no administrator/);
    await empty.drop();
  }, 120_000);
});
