import { randomBytes } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVault, type Vault } from './index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

const minute = 60_000;
/** Runs work on a host whose clock is two hours ahead. */
async function ahead<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120 * minute });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
let lastMember = 0;
const member = () => {
  lastMember += 1;
  return lastMember;
};

describe('hosts whose clocks are two hours apart', () => {
  it('count the same tries', async () => {
    const who = 'an account';
    const admitted: boolean[] = [];
    for (let n = 0; n < 20; n += 1) {
      const at = n % 2 === 0 ? one : other;
      const admit = async () => (await at.signInAttempts.admit(who)).admitted;
      admitted.push(n % 2 === 0 ? await admit() : await ahead(admit));
    }
    expect(admitted.filter(Boolean)).toHaveLength(10);
  });

  it('respect each other’s pending claims', async () => {
    const claim = { kind: 'username', value: 'ada' } as const;
    expect(await one.claims.take(member(), [claim])).toBeNull();
    expect(await ahead(() => other.claims.take(member(), [claim]))).toEqual(claim);
  });

  it('agree on sessions and fresh proofs', async () => {
    const { session, token } = await one.sessions.start(member());
    await ahead(async () => {
      expect(await other.sessions.find(token)).toEqual(session);
      expect(await other.sessions.isFresh(session.id, 5 * minute)).toBe(true);
    });
    const late = await ahead(() => other.sessions.start(member()));
    expect(late.session.expiresAt.getTime() - session.expiresAt.getTime()).toBeLessThan(60 * minute);
  });

  it('accept each other’s challenges and links', async () => {
    const { nonce } = await one.challenges.issue('passkey-sign-in', 0, {});
    expect(await ahead(() => other.challenges.spend('passkey-sign-in', nonce))).toBe(true);
    const userId = member();
    const { token } = await one.resetLinks.issue(userId);
    expect(await ahead(() => other.resetLinks.find(token))).toBe(userId);
  });

  it('respect each other’s leases of mails and push', async () => {
    const mail = { id: 'a mail', userId: member(), kind: 'x', facts: {}, language: null };
    await one.mails.queue(mail);
    expect(await one.mails.take(1, minute)).toHaveLength(1);
    expect(await ahead(() => other.mails.take(1, minute))).toEqual([]);
    expect(await one.push.lead('one', minute)).toBe(true);
    expect(await ahead(() => other.push.lead('other', minute))).toBe(false);
  });
});
