import { randomBytes } from 'node:crypto';
import { freshDatabase, scaled, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';
import { attemptLimits } from './attempts.ts';

let db: TestDatabase;
let vault: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
const pass = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await stopVaultClock(db.url, now);
};

beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  vault = await openVault(options);
  other = await openVault(options);
  await stopVaultClock(db.url, now);
});
afterAll(async () => {
  await vault.close();
  await other.close();
  await db.drop();
});

describe('sign-in attempts', () => {
  const minutes = (count: number) => count * 60_000;
  const admitted = { admitted: true, at: expect.any(Date) };

  it('admits ten in fifteen minutes, even at once', async () => {
    const tries = await Promise.all(Array.from({ length: 30 }, () => vault.signInAttempts.admit('at once')));
    expect(tries.filter(({ admitted }) => admitted)).toHaveLength(10);
    expect(tries).toContainEqual({ admitted: false, retryAfter: 15 * 60 });
    expect(await vault.signInAttempts.admit('somebody else')).toEqual(admitted);
  });

  it('admits one more whenever one of the ten expires', async () => {
    await vault.signInAttempts.admit('patient');
    await pass(minutes(14));
    for (let i = 0; i < 9; i += 1) await vault.signInAttempts.admit('patient');
    expect(await vault.signInAttempts.admit('patient')).toEqual({ admitted: false, retryAfter: 60 });
    await pass(minutes(1));
    expect(await vault.signInAttempts.admit('patient')).toEqual(admitted);
    expect(await vault.signInAttempts.admit('patient')).toEqual({ admitted: false, retryAfter: 14 * 60 });
  });

  it('forgets all after the right password', async () => {
    for (let i = 0; i < 10; i += 1) await vault.signInAttempts.admit('remembers');
    await vault.signInAttempts.clear('remembers');
    expect(await vault.signInAttempts.admit('remembers')).toEqual(admitted);
  });

  it('removes exactly one try that was never compared', async () => {
    for (let i = 0; i < 9; i += 1) await vault.signInAttempts.admit('busy');
    const tenth = await vault.signInAttempts.admit('busy');
    if (!tenth.admitted) throw new Error('the tenth try is admitted');
    await vault.signInAttempts.withdraw('busy', tenth.at);
    expect(await vault.signInAttempts.admit('busy')).toEqual(admitted);
    expect(await vault.signInAttempts.admit('busy')).toMatchObject({ admitted: false });
  });
});

describe('each limit', () => {
  const limits = ['signIns', 'logIns', 'registrations', 'uploads'] as const;
  const part = {
    signIns: 'signInAttempts',
    logIns: 'logIns',
    registrations: 'registrations',
    uploads: 'uploads',
  } as const;

  it.each([
    ['signIns', 10, 900],
    ['logIns', 30, 60],
    ['registrations', 20, 3600],
    ['uploads', 30, 60],
  ] as const)('%s: %i in %i seconds, across processes, and separately', async (name, most, seconds) => {
    const processes = [vault, other];
    const tries = Array.from({ length: most + 6 }, (_, n) =>
      processes[n % 2]?.[part[name]].admit('203.0.113.7'),
    );
    const results = await Promise.all(tries);
    expect(results.filter((result) => result?.admitted)).toHaveLength(most);
    expect(results).toContainEqual({ admitted: false, retryAfter: seconds });
    for (const one of limits.filter((limit) => limit !== name)) {
      expect(await vault[part[one]].admit(`apart from ${name}`)).toMatchObject({ admitted: true });
    }
    expect(await other[part[name]].admit('203.0.113.8')).toMatchObject({ admitted: true });
    await pass(seconds * 1000);
    expect(await other[part[name]].admit('203.0.113.7')).toMatchObject({ admitted: true });
  });

  it('never admits more in any window, and admits retries after the given wait, at any rhythm', async () => {
    const { most, windowMs } = attemptLimits.signIns;
    const rhythm = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 15, maxLength: 30 });
    let players = 0;
    await fc.assert(
      fc.asyncProperty(rhythm, async (pauses) => {
        players += 1;
        const who = `player ${players}`;
        const admitted: number[] = [];
        for (const ms of pauses) {
          await pass(ms);
          let attempt = await vault.signInAttempts.admit(who);
          if (!attempt.admitted) {
            await pass(attempt.retryAfter * 1000);
            attempt = await vault.signInAttempts.admit(who);
          }
          expect(attempt.admitted).toBe(true);
          admitted.push(now.getTime());
        }
        for (const [n, at] of admitted.entries()) {
          const before = admitted[n - most];
          if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(windowMs);
        }
      }),
      { numRuns: scaled(5) },
    );
  });

  it('stores no address or name in clear', async () => {
    await vault.logIns.admit('203.0.113.99');
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    const { rows } = await client.query('select account::text, * from vault.sign_in_attempts');
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('203.0.113.99').toString('hex'));
  });
});
