import * as argon2 from '@node-rs/argon2';
import { texts } from '@pmcw/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { password, type Running, registration, run } from '../../test/running.ts';

// Counts the real hashing, which dominates the time of an answer. Imported again, because files share modules.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

let app: Running;
let admin: SignedIn;
let member: SignedIn;
let suspended: SignedIn;
let deleted: SignedIn;
beforeAll(async () => {
  app = await run();
  admin = await app.administrator();
  member = await app.register('member');
  suspended = await app.register('suspended');
  deleted = await app.register('deleted');
  await admin.call('PATCH', `/api/admin/users/${suspended.id}/suspend`, { isSuspended: true });
  await admin.call('DELETE', `/api/admin/users/${deleted.id}`);
});
afterAll(() => app.stop());
beforeEach(() => void vi.clearAllMocks());

/** Hashing calls of a request, and its answer. */
async function work(path: string, body: object) {
  const { status, text } = await app.browser().post(path, body);
  return {
    compared: vi.mocked(argon2.verify).mock.calls.length,
    hashed: vi.mocked(argon2.hash).mock.calls.length,
    status,
    text,
  };
}
const signIn = (username: string, given: string) => work('/api/login', { username, password: given });
const { refusals } = texts;

describe('signing in', () => {
  it.each([
    ['the wrong password of a member', 'member', 'wrong'],
    ['the wrong password of a member, by email', 'member@example.org', 'wrong'],
    ['an unknown name', 'nobody', password],
    ['an unknown address', 'nobody@example.org', password],
    ['an impossible name', '?', password],
    ['the wrong password of a suspended member', 'suspended', 'wrong'],
    ['the wrong password of a suspended member, by email', 'suspended@example.org', 'wrong'],
    ['the wrong password of a deleted member', 'deleted', 'wrong'],
    ['the right password of a deleted member', 'deleted', password],
    ['a deleted member, by email', 'deleted@example.org', password],
  ])('compares once and says the same: %s', async (_, username, given) => {
    const { text, ...done } = await signIn(username, given);
    expect(done).toEqual({ compared: 1, hashed: 0, status: 401 });
    expect(JSON.parse(text)).toEqual({
      type: 'urn:pmcw:problem:wrong_credentials',
      title: 'Wrong credentials',
      status: 401,
      detail: refusals.wrongCredentials,
      code: 'wrong_credentials',
    });
  });

  it.each([
    ['a member', 'member', 200],
    ['a suspended member', 'suspended', 403],
  ])('compares once for the right password of %s', async (_, username, status) => {
    expect(await signIn(username, password)).toMatchObject({ compared: 1, hashed: 0, status });
  });

  it('compares nothing after too many wrong passwords, for known and unknown names', async () => {
    await app.register('guessed');
    for (const name of ['guessed', 'guessed_nobody']) {
      for (let i = 0; i < 10; i += 1) expect(await signIn(name, 'wrong')).toMatchObject({ status: 401 });
      vi.clearAllMocks();
      expect(await signIn(name, password)).toMatchObject({ compared: 0, hashed: 0, status: 429 });
      vi.clearAllMocks();
    }
  });
});

describe('signing in by the other name of a locked account', () => {
  it('compares once and does the same work in the vault as for any name, whatever the password', async () => {
    const { id } = await app.register('closed');
    for (let i = 0; i < 10; i += 1) await signIn('closed', 'wrong');
    const prove = vi.spyOn(app.vault.passwords, 'prove');
    for (const [name, given] of [
      ['closed@example.org', 'wrong'],
      ['closed@example.org', password],
      ['nobody_at_all@example.org', password],
    ] as const) {
      vi.clearAllMocks();
      expect(await signIn(name, given)).toMatchObject({ compared: 1, hashed: 0, status: 401 });
      // Not with the account’s own password, or eleven guesses would be compared.
      expect(prove.mock.calls).toEqual([[null, given]]);
    }
    expect(await app.vault.passwords.verify(id, password)).toBe(true);
    prove.mockRestore();
  });
});

describe('registering', () => {
  it('hashes once for a newcomer, and never for a taken name or address, which the answer reveals anyway', async () => {
    const fresh = registration('fresh');
    expect(await work('/api/register', fresh)).toMatchObject({ compared: 0, hashed: 1, status: 201 });
    vi.clearAllMocks();
    const taken = { ...registration('another'), email: fresh.email };
    const again = { ...fresh, fullName: 'Another Name' };
    for (const body of [again, taken, registration('admin'), registration('deleted')]) {
      expect(await work('/api/register', body)).toMatchObject({ compared: 0, hashed: 0, status: 409 });
    }
  });
});

describe('choosing a password by a link', () => {
  it('hashes once, whatever the token', async () => {
    const link = async () => {
      const { text } = await admin.post(`/api/admin/users/${member.id}/reset-link`);
      return /#reset=([\w-]+)"/.exec(text)?.[1] ?? '';
    };
    const ended = await link();
    const good = await link();
    for (const [token, status] of [
      ...[[good, 204] as const, [good, 400] as const],
      ...[ended, 'made-up', 'x'.repeat(43)].map((token) => [token, 400] as const),
    ]) {
      vi.clearAllMocks();
      const body = { token, newPassword: 'battery staple' };
      expect(await work('/api/reset-password', body)).toMatchObject({ compared: 0, hashed: 1, status });
    }
  });
});
