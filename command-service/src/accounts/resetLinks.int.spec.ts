import { passwordMethodId, recoveryWaysSchema, texts } from '@pmcw/contracts';
import { LogUnavailableError } from '@pmcw/event-store';
import { evmWallet } from '@pmcw/testing/wallets';
import { VaultBusyError } from '@pmcw/vault';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, SignedIn } from '../../test/browser.ts';
import { add, newKey, offered, remove, signInWith } from '../../test/passkeys.ts';
import { refusal } from '../../test/refusal.ts';
import { type Process, password, proveAgain, type Running, run, userStream } from '../../test/running.ts';
import { admit, listAndProve, textFor } from '../../test/wallets.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  admin = await app.administrator();
});
afterAll(() => app.stop());
beforeEach(() => proveAgain(admin));
afterEach(() => void vi.restoreAllMocks());

const { refusals, validation } = texts;
const next = 'battery staple';
const minute = 60_000;
const invalid = refusal(400, 'reset_link_invalid', refusals.resetLinkInvalid);
const ask = (userId: number, by: Pick<SignedIn, 'post'> = admin) =>
  by.post(`/api/admin/users/${userId}/reset-link`);
/** The token of a new link. */
const tokenOf = ({ text }: Answer) => /#reset=([\w-]+)"/.exec(text)?.[1] ?? 'no token';
const link = async (member: { readonly id: number }) => tokenOf(await ask(member.id));
const use = (token: string, newPassword = next, at: Process = app) =>
  app.browser(at).post('/api/reset-password', { token, newPassword });
const signIn = (username: string, given: string) =>
  app.browser().post('/api/login', { username, password: given });
const typesOf = async (member: { readonly id: number }) =>
  (await app.events(userStream(member))).map(({ type }) => type);
const resetsOf = async (member: { readonly id: number }) =>
  (await typesOf(member)).filter((type) => type === 'PasswordReset');

/** Crashes between the event and the use of the token. */
async function cutOff(token: string): Promise<void> {
  vi.spyOn(app.vault.resetLinks, 'redeem').mockRejectedValueOnce(new Error('the process died'));
  expect(await use(token)).toMatchObject({ status: 500 });
}

describe('POST /api/admin/users/{id}/reset-link', () => {
  it('returns a link valid for an hour, whose token only browsers see, and appends an event without it', async () => {
    const member = await app.register('ada');
    const asked = Date.now();
    const answer = await ask(member.id);
    expect(answer.status).toBe(201);
    const answered = Date.now();
    const { url, expiresAt } = JSON.parse(answer.text);
    expect(url).toBe(`http://localhost:8080/auth#reset=${tokenOf(answer)}`);
    const parsed = new URL(url);
    expect([parsed.pathname, parsed.search]).toEqual(['/auth', '']);
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(asked + 60 * minute);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(answered + 60 * minute);
    const event = (await app.events(userStream(member))).at(-1);
    expect(event).toMatchObject({
      type: 'ResetLinkIssued',
      data: { userId: member.id },
      metadata: { actorId: admin.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(Object.keys(event?.data ?? {})).toEqual(['userId']);
  });

  it('makes links for member 1 only if they request it themselves', async () => {
    const second = await app.register('second_boss');
    await app.service.grantAdministrator('second_boss');
    const head = await app.eventStore.head();
    expect(await ask(1, second)).toMatchObject(refusal(403, 'protected_member', refusals.protectedMember));
    expect(await app.eventStore.head()).toBe(head);
    expect(await ask(1)).toMatchObject({ status: 201 });
    expect(await ask(second.id)).toMatchObject({ status: 201 });
  });

  it('refuses unknown members', async () => {
    expect(await ask(999_999)).toMatchObject(refusal(404, 'not_found', refusals.memberNotFound));
  });

  it('leaves no link that is not in the log', async () => {
    const member = await app.register('unlinked');
    const issue = vi.spyOn(app.vault.resetLinks, 'issue');
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    expect(await ask(member.id)).toMatchObject(refusal(503, 'unavailable', refusals.busy));
    expect(issue).not.toHaveBeenCalled();
  });
});

describe('POST /api/reset-password', () => {
  it('sets the password, ends all sessions, forgets wrong passwords, and appends an event', async () => {
    const member = await app.register('bea');
    const elsewhere = await app.withSession(member.id, other);
    const token = await link(member);
    for (let i = 0; i < 10; i += 1) await signIn('bea', 'wrong');
    expect(await signIn('bea', password)).toMatchObject({ status: 429 });
    const answer = await use(token);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([]);
    expect(await signIn('bea', password)).toMatchObject({ status: 401 });
    expect(await signIn('bea', next)).toMatchObject({ status: 200 });
    expect(await app.vault.sessions.find(member.cookies.get('session') ?? '')).toBeNull();
    await expect.poll(() => other.vault.sessions.find(elsewhere.cookies.get('session') ?? '')).toBeNull();
    expect((await app.events(userStream(member))).at(-1)).toMatchObject({
      type: 'PasswordReset',
      data: { userId: member.id },
      metadata: { actorId: member.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
  });

  it('gives the same answer for a token that is unknown, used, voided or expired', async () => {
    const member = await app.register('cleo');
    const used = await link(member);
    const ended = await link(member);
    expect(await use(used)).toMatchObject({ status: 204 });
    const expired = await link(member);
    await app.pass(60 * minute);
    const answers = await Promise.all(
      [ended, used, expired, 'made-up', `${member.id}-${'x'.repeat(43)}`, `999999-${'x'.repeat(43)}`].map(
        (token) => use(token, 'yet another one'),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject(invalid);
      expect(answer.text).toBe(answers[0]?.text);
    }
    expect(await signIn('cleo', next)).toMatchObject({ status: 200 });
    expect(await resetsOf(member)).toHaveLength(1);
  });

  it.each([
    [{ newPassword: 'short' }, 'newPassword', validation.newPasswordTooShort],
    [{ newPassword: 'x'.repeat(257) }, 'newPassword', validation.tooLong],
    [{ newPassword: 'PassWord1' }, 'newPassword', validation.passwordTooCommon],
    [{ token: '' }, 'token', validation.resetTokenRequired],
    [{ token: 7 }, 'token', validation.resetTokenRequired],
    [{ token: 'x'.repeat(129) }, 'token', validation.resetTokenRequired],
  ])('explains what is wrong with %j, and the link stays valid', async (wrong, field, message) => {
    const member = await app.register(`asked_${message.length}_${field}_${JSON.stringify(wrong).length}`);
    const token = await link(member);
    const answer = await app.browser().post('/api/reset-password', { token, newPassword: next, ...wrong });
    expect(answer).toMatchObject(refusal(400, 'invalid_input', message));
    expect(answer.body.errors).toEqual([{ path: field, message }]);
    expect(await resetsOf(member)).toEqual([]);
    expect(await use(token)).toMatchObject({ status: 204 });
  });

  it('accepts six characters', async () => {
    const member = await app.register('six');
    expect(await use(await link(member), 'vjq3kz')).toMatchObject({ status: 204 });
    expect(await signIn('six', 'vjq3kz')).toMatchObject({ status: 200 });
  });

  it('lets exactly one of several concurrent uses win, and appends one event', async () => {
    const member = await app.register('dora');
    const token = await link(member);
    const passwords = ['first choice', 'second choice', 'third choice', 'fourth choice'];
    const answers = await Promise.all(passwords.map((one, n) => use(token, one, n % 2 === 0 ? app : other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    for (const [n, answer] of answers.entries()) {
      if (answer.status === 400) expect(answer).toMatchObject(invalid);
      const { status } = await signIn('dora', passwords[n] ?? '');
      expect(status).toBe(answer.status === 204 ? 200 : 401);
    }
    expect(await resetsOf(member)).toHaveLength(1);
  });

  it('sets the password of a suspended member, who still cannot sign in', async () => {
    const member = await app.register('outside');
    await admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: true });
    expect(await use(await link(member))).toMatchObject({ status: 204 });
    expect(await signIn('outside', next)).toMatchObject(refusal(403, 'suspended', refusals.suspended));
    await admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: false });
    expect(await signIn('outside', next)).toMatchObject({ status: 200 });
  });

  it('is void once its member is deleted, who gets no other', async () => {
    const member = await app.register('gone');
    const token = await link(member);
    expect(await admin.call('DELETE', `/api/admin/users/${member.id}`)).toMatchObject({ status: 204 });
    expect(await use(token)).toMatchObject(invalid);
    expect(await ask(member.id)).toMatchObject(refusal(404, 'not_found', refusals.memberNotFound));
    expect((await typesOf(member)).at(-1)).toBe('UserDeleted');
  });

  it('is void once its member changed the password otherwise', async () => {
    const member = await app.register('changed');
    const tokens = [await link(member), await link(member)];
    const change = { currentPassword: password, newPassword: 'by myself' };
    expect(await member.post('/api/user/change-password', change)).toMatchObject({ status: 204 });
    for (const token of tokens) expect(await use(token)).toMatchObject(invalid);
    expect(await signIn('changed', 'by myself')).toMatchObject({ status: 200 });
  });

  it('works with or without a session', async () => {
    const [member, visitor] = await Promise.all([app.register('mine'), app.register('visitor')]);
    const token = await link(member);
    const answer = await visitor.post('/api/reset-password', { token, newPassword: next });
    expect(answer).toMatchObject({ status: 204 });
    expect(await app.vault.sessions.find(visitor.cookies.get('session') ?? '')).not.toBeNull();
  });
});

describe('a reset that stops halfway', () => {
  const unchanged = async (member: SignedIn) => {
    expect(await app.vault.passwords.verify(member.id, password)).toBe(true);
    expect(await app.vault.sessions.find(member.cookies.get('session') ?? '')).not.toBeNull();
  };

  it('has changed nothing if hashing was refused under load', async () => {
    const member = await app.register('no_room');
    const token = await link(member);
    vi.spyOn(app.vault.passwords, 'hash').mockRejectedValueOnce(new VaultBusyError('Too many'));
    expect(await use(token)).toMatchObject({ status: 503 });
    await unchanged(member);
    expect(await resetsOf(member)).toEqual([]);
    expect(await use(token)).toMatchObject({ status: 204 });
  });

  it('has changed nothing if the log is unavailable', async () => {
    const member = await app.register('no_log');
    const token = await link(member);
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    expect(await use(token)).toMatchObject(refusal(503, 'unavailable', refusals.busy));
    await unchanged(member);
    expect(await use(token)).toMatchObject({ status: 204 });
    expect(await resetsOf(member)).toHaveLength(1);
  });

  it('restores no removed password, and leaves every member a way to sign in', async () => {
    const member = await app.register('without');
    await add(member, newKey());
    vi.spyOn(app.vault.passwords, 'forget').mockRejectedValueOnce(new Error('the process died'));
    expect(await remove(member, passwordMethodId)).toMatchObject({ status: 500 });
    const token = await link(member);
    await cutOff(token);
    expect(await signIn('without', password)).toMatchObject({ status: 401 });
    // By the log the password is still to be set, and the reset removed the earlier passkey.
    const key = await add(member, newKey());
    expect((await remove(member, key.body.id)).body.code).toBe('last_sign_in_method');
    expect(await use(token)).toMatchObject({ status: 204 });
    expect(await signIn('without', next)).toMatchObject({ status: 200 });
    expect(await resetsOf(member)).toHaveLength(1);
  });

  it('sets no password by the same link if it was removed in between', async () => {
    const member = await app.register('meanwhile');
    await add(member, newKey());
    const token = await link(member);
    await cutOff(token);
    // The reset removed the earlier passkey.
    await add(member, newKey());
    // As if this removal had crashed, too.
    vi.spyOn(app.vault.resetLinks, 'forget').mockRejectedValueOnce(new Error('the process died'));
    expect(await remove(member, passwordMethodId)).toMatchObject({ status: 500 });
    expect(await use(token)).toMatchObject(invalid);
    expect(await app.vault.passwords.verify(member.id, next)).toBe(false);
    expect(await use(await link(member))).toMatchObject({ status: 204 });
    expect(await signIn('meanwhile', next)).toMatchObject({ status: 200 });
  });

  it('leaves the old password and a valid link after the event, and one event after a retry', async () => {
    const member = await app.register('died');
    const token = await link(member);
    await cutOff(token);
    await unchanged(member);
    expect(await resetsOf(member)).toHaveLength(1);
    expect(await use(token, next, other)).toMatchObject({ status: 204 });
    expect(await app.vault.passwords.verify(member.id, next)).toBe(true);
    expect(await resetsOf(member)).toHaveLength(1);
  });
});

describe('a password chosen by a link takes an account back', () => {
  const waysOf = async (member: { readonly id: number }) => {
    const ways = new Set<string>(['password']);
    for (const { type, data } of await app.events(userStream(member))) {
      if (type === 'SignInMethodAdded') ways.add(data.kind);
      if (type === 'SignInMethodRemoved') ways.delete(data.kind);
    }
    return [...ways];
  };
  const listed = async (token: string) =>
    v.parse(
      recoveryWaysSchema,
      JSON.parse((await app.browser().post('/api/reset-password/ways', { token })).text),
    );

  it('ends an intruder’s ways to sign in, with their sessions, pushes and challenges', async () => {
    const thief = await app.register('taken_over');
    const key = newKey();
    const { body: passkey } = await add(thief, key);
    const signing = evmWallet();
    await admit(thief, await listAndProve(thief, signing));
    await thief.call('PUT', '/api/push-subscription', {
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    });
    const pending = await app.vault.challenges.issue('fresh-proof', thief.id, { sessionId: 's' });
    const token = await link(thief);
    expect((await listed(token)).map(({ id, kind, address }) => [id, kind, address])).toEqual([
      [passkey.id, 'passkey', null],
      [expect.any(String), 'wallet', signing.address],
    ]);
    expect(await use(token, next, other)).toMatchObject({ status: 204 });
    const said = await signInWith(key, app.browser());
    expect([said.status, said.body.code]).toEqual([400, 'passkey_unknown']);
    const browser = app.browser();
    const message = await textFor(browser, signing);
    const byWallet = await browser.post('/api/login/wallet', { message, signature: signing.sign(message) });
    expect(byWallet.body.code).toBe('wallet_not_admitted');
    expect((await thief.post('/api/user/passkeys/options')).status).toBe(401);
    expect(await waysOf(thief)).toEqual(['password']);
    expect(await app.vault.passkeys.all(thief.id)).toEqual([]);
    expect((await app.vault.push.of([thief.id])).size).toBe(0);
    expect(await app.vault.challenges.find('fresh-proof', pending.nonce)).toBeNull();
    expect(await signIn('taken_over', next)).toMatchObject({ status: 200 });
  });

  it('leaves the ways to sign in to keep', async () => {
    const member = await app.register('keeps');
    const [own, foreign] = [newKey(), newKey()];
    const { body: kept } = await add(member, own);
    await add(member, foreign);
    const body = { token: await link(member), newPassword: next, keep: [kept.id] };
    expect((await app.browser().post('/api/reset-password', body)).status).toBe(204);
    expect((await signInWith(own, app.browser())).status).toBe(200);
    expect((await signInWith(foreign, app.browser())).body.code).toBe('passkey_unknown');
    expect((await app.vault.passkeys.all(member.id)).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('also ends a passkey added at the same moment on another process', async () => {
    const thief = await app.register('at_once');
    const elsewhere = await app.withSession(thief.id, other);
    const token = await link(thief);
    const key = newKey();
    const credential = key.make(await offered(elsewhere));
    const { redeem } = app.vault.resetLinks;
    const adding: Promise<Answer>[] = [];
    vi.spyOn(app.vault.resetLinks, 'redeem').mockImplementationOnce(async (...used) => {
      const takes = vi.spyOn(other.vault.credentialTurns, 'take');
      adding.push(elsewhere.post('/api/user/passkeys', { credential }));
      await expect.poll(() => takes.mock.settledResults.some(({ type }) => type === 'fulfilled')).toBe(true);
      return redeem(...used);
    });
    expect(await use(token)).toMatchObject({ status: 204 });
    const [added] = await Promise.all(adding);
    expect(added?.status).toBeGreaterThanOrEqual(400);
    expect((await signInWith(key, app.browser())).body.code).toBe('passkey_unknown');
    expect(await waysOf(thief)).toEqual(['password']);
  });

  it('also ends what was added between a crash and the next use of the link', async () => {
    const thief = await app.register('in_between');
    const token = await link(thief);
    await cutOff(token);
    const key = newKey();
    expect((await add(thief, key)).status).toBe(201);
    expect(await use(token, next, other)).toMatchObject({ status: 204 });
    expect((await signInWith(key, app.browser())).body.code).toBe('passkey_unknown');
    expect(await resetsOf(thief)).toHaveLength(1);
  });

  it('lists ways to sign in only for a valid link', async () => {
    expect(await app.browser().post('/api/reset-password/ways', { token: 'made up' })).toMatchObject(invalid);
  });
});
