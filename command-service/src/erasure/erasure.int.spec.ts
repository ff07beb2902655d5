import { randomUUID } from 'node:crypto';
import { texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { scaled } from '@pmcw/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import {
  type Process,
  password,
  proveAgain,
  type Running,
  registration,
  run,
  userStream,
} from '../../test/running.ts';
import { emailClaim, usernameClaim, walletClaim } from '../members/claims.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  [admin, bea] = await Promise.all([app.administrator(), app.register('bea')]);
});
afterAll(() => app.stop());
beforeEach(() => proveAgain(admin));
afterEach(() => void vi.restoreAllMocks());

const { refusals } = texts;
const notFound = refusal(404, 'not_found', refusals.memberNotFound);
const notSignedIn = refusal(401, 'not_signed_in', refusals.notSignedIn);
const deleteOwn = (member: SignedIn) => member.call('DELETE', '/api/user/account');
const deleteOther = ({ id }: { readonly id: number }, by = admin) =>
  by.call('DELETE', `/api/admin/users/${id}`);
const typesOf = async (member: SignedIn) => (await app.events(userStream(member))).map(({ type }) => type);

/** The periodic work of a process, as if the log were already reviewed. */
async function finishIntended(): Promise<void> {
  const { engine } = other.eventStore;
  vi.spyOn(other.vault.bookmarks, 'find').mockResolvedValue({
    engine,
    position: await other.eventStore.head(),
  });
  await other.service.finishErasures();
}

let count = 0;
const fresh = () => {
  count += 1;
  return `leaver_${count}`;
};

async function leaver() {
  const member = await app.register(fresh());
  const address = `an-address-${randomUUID()}`;
  await member.post('/api/user/wallets', { network: 'AAA', address });
  return { ...member, address };
}

/** Whether only the claim on the name is left. */
async function isForgotten({ id, username, address }: Awaited<ReturnType<typeof leaver>>): Promise<boolean> {
  const { claims, subjectKeys, passwords, erasures } = app.vault;
  const holders = await Promise.all(
    [emailClaim(`${username}@example.org`), walletClaim(address)].map((claim) => claims.holder(claim)),
  );
  const keys = await subjectKeys.keysOf([id], false);
  const unfinished = (await erasures.unfinished()).filter(({ userId }) => userId === id);
  return (
    keys.get(id) === null &&
    holders.every((holder) => holder === null) &&
    (await claims.holder(usernameClaim(username))) === id &&
    !(await passwords.verify(id, password)) &&
    unfinished.length === 0
  );
}

describe('deleting', () => {
  it('your own account signs out everywhere and leaves only a retired name', async () => {
    const member = await leaver();
    const phone = await app.withSession(member.id, other);
    const ended: unknown[] = [];
    const stop = other.vault.sessions.onEnded(({ userId, reason }) => ended.push({ userId, reason }));
    const answer = await deleteOwn(member);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(member.cookies.has('session')).toBe(false);
    await expect.poll(() => ended).toHaveLength(2);
    stop();
    expect(ended).toEqual(Array(2).fill({ userId: member.id, reason: 'deleted' }));
    expect((await app.events(userStream(member))).at(-1)).toMatchObject({
      type: 'UserDeleted',
      data: { userId: member.id },
      metadata: { actorId: member.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(await isForgotten(member)).toBe(true);
    expect(await phone.post('/api/messages/global', { content: 'Still here' })).toMatchObject(notSignedIn);
    const signIn = await app.browser().post('/api/login', { username: member.username, password });
    expect(signIn).toMatchObject(refusal(401, 'wrong_credentials', refusals.wrongCredentials));
  });

  it('by an administrator works once, also on suspended members, who can’t delete themselves', async () => {
    const member = await leaver();
    await admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: true });
    // A session ends once a process notices the suspension; until then it is refused.
    const ownDeletion = async () => (await app.withSession(member.id)).call('DELETE', '/api/user/account');
    await expect.poll(ownDeletion).toMatchObject(refusal(403, 'suspended', refusals.suspended));
    expect(await app.vault.erasures.unfinished()).toEqual([]);
    expect(await deleteOther(member)).toMatchObject({ status: 204, text: '' });
    expect(await isForgotten(member)).toBe(true);
    const head = await app.eventStore.head();
    expect(await deleteOther(member)).toMatchObject(notFound);
    expect(await deleteOther({ id: 999_999 })).toMatchObject(notFound);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('is refused for member 1, even for their own account', async () => {
    const refused = refusal(403, 'protected_member', refusals.protectedMember);
    expect(await deleteOther(admin)).toMatchObject(refused);
    expect(await deleteOwn(admin)).toMatchObject(refused);
    expect(await app.vault.erasures.unfinished()).toEqual([]);
  });

  it('an administrator leaves the others', async () => {
    const member = await leaver();
    await app.service.grantAdministrator(member.username);
    expect(await deleteOther(member, member)).toMatchObject({ status: 204 });
    expect(await isForgotten(member)).toBe(true);
  });

  it('makes all other commands find no member', async () => {
    const member = await leaver();
    await deleteOther(member);
    const on = (rest: string) => `/api/admin/users/${member.id}/${rest}`;
    for (const [method, path, body] of [
      ['PATCH', on('suspend'), { isSuspended: true }],
      ['PATCH', on('authorize'), { isAuthorized: true }],
      ['PUT', on('notes'), { notes: 'gone?' }],
      ['POST', on('reset-link'), undefined],
    ] as const) {
      expect([path, await admin.call(method, path, body)]).toMatchObject([path, notFound]);
    }
    const message = { receiverId: member.id, content: 'Are you there?' };
    expect(await bea.post('/api/messages', message)).toMatchObject(notFound);
    expect(await bea.post(`/api/messages/read/${member.id}`)).toMatchObject(notFound);
  });

  it.each([
    '/api/messages/global',
    '/api/user/change-password',
    '/api/user/wallets',
    '/api/admin/notifications',
  ])('leaves a session that the end did not reach without power: POST %s', async (path) => {
    const member = await leaver();
    vi.spyOn(app.vault.sessions, 'forgetAll').mockRejectedValue(new Error('crashed'));
    vi.spyOn(app.vault, 'forgetMember').mockRejectedValue(new Error('crashed'));
    const left = await app.withSession(member.id);
    await deleteOther(member);
    const head = await app.eventStore.head();
    expect(await left.post(path, {})).toMatchObject(notSignedIn);
    expect(await app.eventStore.head()).toBe(head);
  });
});

describe('the name of an erased member', () => {
  const register = (username: string, email: string) =>
    app.browser().post('/api/register', { ...registration(username), email });

  it('is retired permanently, in any case; email address and wallet are free', async () => {
    const member = await leaver();
    await deleteOther(member);
    await app.pass(10 * 60_000);
    const email = `${member.username}@example.org`;
    for (const name of [member.username, member.username.toUpperCase()]) {
      expect(await register(name, email)).toMatchObject(
        refusal(409, 'username_taken', refusals.usernameTaken),
      );
    }
    expect(await register(fresh(), email)).toMatchObject({ status: 201 });
    const wallet = { network: 'AAA', address: member.address };
    expect(await bea.post('/api/user/wallets', wallet)).toMatchObject({ status: 201 });
  });

  it('stays retired if its claim was never confirmed, or was doubted', async () => {
    const member = await leaver();
    const claim = usernameClaim(member.username);
    await app.vault.claims.doubt(member.id, [claim]);
    await deleteOther(member);
    await app.vault.claims.doubt(member.id, [claim]);
    await app.pass(10 * 60_000);
    const taken = refusal(409, 'username_taken', refusals.usernameTaken);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await register(member.username, `${fresh()}@example.org`)).toMatchObject(taken);
      await app.pass(10 * 60_000);
    }
  });
});

describe('a deletion that crashes', () => {
  it.each([
    ['before anything is forgotten', () => vi.spyOn(app.vault, 'forgetMember')],
    ['behind the key', () => vi.spyOn(app.vault.sessions, 'forgetAll')],
    ['behind the sessions', () => vi.spyOn(app.vault.resetLinks, 'forget')],
    ['behind the reset link', () => vi.spyOn(app.vault.passwords, 'forget')],
    ['behind the password', () => vi.spyOn(app.vault.signInAttempts, 'clear')],
    ['after the tries', () => vi.spyOn(app.vault.claims, 'retire')],
    ['behind the claims', () => vi.spyOn(app.vault.media, 'forgetAll')],
    ['behind everything', () => vi.spyOn(app.vault.erasures, 'settle')],
  ])('%s is final, and another process finishes it when it starts', async (_step, step) => {
    const member = await leaver();
    step().mockRejectedValue(new Error('crashed'));
    expect(await deleteOther(member)).toMatchObject({ status: 204 });
    expect(await typesOf(member)).toContain('UserDeleted');
    expect(await isForgotten(member)).toBe(false);
    const media = vi.spyOn(other.vault.media, 'forgetAll');
    await finishIntended();
    expect(await isForgotten(member)).toBe(true);
    expect(media).toHaveBeenCalledWith(member.id);
  });

  it('before the event is dropped after a minute, not earlier', async () => {
    const member = await leaver();
    vi.spyOn(app.eventStore, 'append').mockRejectedValue(new Error('crashed'));
    expect((await deleteOther(member)).status).toBe(500);
    vi.restoreAllMocks();
    const intended = async () =>
      (await app.vault.erasures.unfinished()).filter(({ userId }) => userId === member.id);
    await finishIntended();
    expect(await intended()).toHaveLength(1);
    await app.pass(61_000);
    await finishIntended();
    expect(await intended()).toHaveLength(0);
    expect(await member.call('PATCH', '/api/user/profile', { fullName: 'Still here' })).toMatchObject({
      status: 200,
    });
    expect(await deleteOwn(member)).toMatchObject({ status: 204 });
    expect(await isForgotten(member)).toBe(true);
  });

  it('is finished by a process that starts', async () => {
    const member = await leaver();
    vi.spyOn(app.vault, 'forgetMember').mockRejectedValue(new Error('crashed'));
    await deleteOther(member);
    await app.another();
    await expect.poll(() => isForgotten(member)).toBe(true);
  });
});

describe('a deletion that races', () => {
  const rounds = Array.from({ length: scaled(2) }, (_, n) => n);
  const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

  it('with another one completes both with one event', async () => {
    for (const _ of rounds) {
      const member = await leaver();
      const there = await app.withSession(admin.id, other);
      const answers = await Promise.all([
        deleteOwn(member),
        deleteOther(member),
        there.call('DELETE', `/api/admin/users/${member.id}`),
      ]);
      expect(statuses(answers)).toContain(204);
      for (const status of statuses(answers)) expect([204, 404, 401]).toContain(status);
      expect((await typesOf(member)).filter((type) => type === 'UserDeleted')).toHaveLength(1);
      // A refused one may have stored an intention, too.
      await finishIntended();
      expect(await isForgotten(member)).toBe(true);
    }
  });

  it('with the member’s commands leaves no later events of theirs, and causes no fault', async () => {
    for (const _ of rounds) {
      const member = await leaver();
      const there = await app.withSession(member.id, other);
      const answers = await Promise.all([
        ...['Ada', 'Bea', 'Cleo'].flatMap((fullName) => [
          member.call('PATCH', '/api/user/profile', { fullName }),
          there.call('PATCH', '/api/user/profile', { fullName: `${fullName} there` }),
        ]),
        there.post('/api/user/wallets', { network: 'BBB', address: `an-address-${randomUUID()}` }),
        there.post('/api/user/change-password', { currentPassword: password, newPassword: 'another horse' }),
        there.post('/api/messages', { id: uuidv7(), receiverId: bea.id, content: 'A last word' }),
        there.post('/api/messages/global', { id: uuidv7(), content: 'A last word to all' }),
        bea.post('/api/messages', { receiverId: member.id, content: 'Are you leaving?' }),
        deleteOther(member),
      ]);
      expect(answers.at(-1)?.status).toBe(204);
      for (const status of statuses(answers)) expect([200, 201, 204, 401, 404, 409]).toContain(status);
      expect((await typesOf(member)).at(-1)).toBe('UserDeleted');
      expect(await isForgotten(member)).toBe(true);
      expect(await app.vault.passwords.verify(member.id, 'another horse')).toBe(false);
    }
  });

  it('with a sign-in leaves no session', async () => {
    for (const _ of rounds) {
      const member = await leaver();
      const browsers = [app.browser(), app.browser(other)];
      const answers = await Promise.all([
        ...browsers.map((browser) => browser.post('/api/login', { username: member.username, password })),
        deleteOther(member),
      ]);
      for (const status of statuses(answers)) expect([200, 401, 204]).toContain(status);
      for (const browser of browsers) {
        const left = browser.cookies.get('session') ?? '';
        await expect.poll(() => other.vault.sessions.find(left)).toBeNull();
      }
    }
  });

  it('with a registration of the same email address either gives it away or refuses, and frees it then', async () => {
    for (const _ of rounds) {
      const member = await leaver();
      const username = fresh();
      const body = { ...registration(username), email: `${member.username}@example.org` };
      const [answer] = await Promise.all([
        app.browser(other).post('/api/register', body),
        deleteOther(member),
      ]);
      expect([201, 409]).toContain(answer.status);
      const again = await app.browser().post('/api/register', { ...body, username: fresh() });
      expect(again.status).toBe(answer.status === 201 ? 409 : 201);
    }
  });
});

describe('sealing for a member whose key is gone', () => {
  it('refuses others’ commands as not found and the member’s own as not signed in, before the log has the deletion', async () => {
    const member = await leaver();
    const left = await app.withSession(member.id);
    await app.vault.subjectKeys.destroy(member.id);
    expect(await left.call('PATCH', '/api/user/profile', { fullName: 'Who?' })).toMatchObject({
      status: 404,
    });
    expect(await left.post('/api/messages/global', { content: 'Who?' })).toMatchObject(notSignedIn);
    const notes = await admin.call('PUT', `/api/admin/users/${member.id}/notes`, { notes: 'Who?' });
    expect(notes).toMatchObject(notFound);
    expect(await app.events(streams.user(member.id))).toHaveLength(2);
  });
});
