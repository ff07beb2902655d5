import { texts } from '@pmcw/contracts';
import { LogUnavailableError } from '@pmcw/event-store';
import { VaultBusyError } from '@pmcw/vault';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Process, password, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run();
  other = await app.another();
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const { refusals, validation } = texts;
const path = '/api/user/change-password';
const next = 'battery staple';
const change = { currentPassword: password, newPassword: next };
const tokenOf = (browser: Pick<SignedIn, 'cookies'>) => browser.cookies.get('session') ?? '';
const changesOf = async (member: SignedIn) =>
  (await app.events(userStream(member))).filter(({ type }) => type === 'PasswordChanged');
const signIn = (username: string, given: string) =>
  app.browser().post('/api/login', { username, password: given });
const wrong = refusal(400, 'wrong_current_password', refusals.wrongCurrentPassword);

describe('POST /api/user/change-password', () => {
  it('changes the password, appends an event without it, and ends all other sessions', async () => {
    const member = await app.register('ada');
    const elsewhere = await app.withSession(member.id, other);
    const ended: unknown[] = [];
    const stop = other.vault.sessions.onEnded((session) => ended.push(session));
    const answer = await member.post(path, change);
    expect(answer).toMatchObject({ status: 204, text: '' });
    const [event, ...more] = await changesOf(member);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      data: { userId: member.id },
      metadata: { actorId: member.id, correlationId: answer.headers.get('x-request-id') },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(JSON.stringify(event?.data)).not.toContain(next);
    await expect.poll(() => other.vault.sessions.find(tokenOf(elsewhere))).toBeNull();
    await expect
      .poll(() => ended)
      .toEqual([expect.objectContaining({ userId: member.id, reason: 'password_changed' })]);
    stop();
    expect(await app.vault.sessions.find(tokenOf(member))).not.toBeNull();
    expect(await member.call('PATCH', '/api/user/profile', { fullName: 'Ada' })).toMatchObject({
      status: 200,
    });
    expect(await signIn('ada', password)).toMatchObject({ status: 401 });
    expect(await signIn('ada', next)).toMatchObject({ status: 200 });
  });

  it.each(['password', 'PassWord1', 'qwerty'])('refuses the common password %s', async (newPassword) => {
    const member = await app.register(`common_${newPassword}`);
    const message = validation.passwordTooCommon;
    expect(await member.post(path, { currentPassword: password, newPassword })).toMatchObject({
      ...refusal(400, 'invalid_input', message),
      body: { errors: [{ path: 'newPassword', message }] },
    });
    expect(await changesOf(member)).toEqual([]);
  });

  it('changes nothing if the current one is wrong', async () => {
    const member = await app.register('bea');
    const elsewhere = await app.withSession(member.id);
    const answer = await member.post(path, { ...change, currentPassword: 'wrong' });
    expect(answer).toMatchObject(wrong);
    expect(answer.body.errors).toEqual([{ path: 'currentPassword', message: refusals.wrongCurrentPassword }]);
    expect(await changesOf(member)).toEqual([]);
    expect(await app.vault.passwords.verify(member.id, password)).toBe(true);
    expect(await app.vault.sessions.find(tokenOf(elsewhere))).not.toBeNull();
  });

  it.each([
    [{ newPassword: next }, 'currentPassword', validation.currentPasswordRequired],
    [{ ...change, currentPassword: '' }, 'currentPassword', validation.currentPasswordRequired],
    [{ currentPassword: password }, 'newPassword', validation.newPasswordTooShort],
    [{ ...change, newPassword: 'short' }, 'newPassword', validation.newPasswordTooShort],
    [{ ...change, newPassword: 'x'.repeat(257) }, 'newPassword', validation.tooLong],
  ])('explains what is wrong with %j', async (body, field, message) => {
    const member = await app.withSession(1);
    const answer = await member.post(path, body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input', message));
    expect(answer.body.errors).toEqual([{ path: field, message }]);
  });

  it('counts wrong passwords together with those at sign-in, and forgets them after the right one', async () => {
    const member = await app.register('counted');
    for (let i = 0; i < 6; i += 1) await signIn('counted', 'wrong');
    // Two tries each, because both passwords were compared; one if they are the same.
    expect(await member.post(path, { ...change, currentPassword: 'wrong' })).toMatchObject(wrong);
    for (let i = 0; i < 2; i += 1) {
      expect(await member.post(path, { currentPassword: next, newPassword: next })).toMatchObject(wrong);
    }
    const refused = await member.post(path, change);
    expect(refused).toMatchObject(refusal(429, 'too_many_requests', refusals.tooMany));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    // Locked, but answered like a wrong password, because this name was not typed ten times.
    expect(await signIn('counted', password)).toMatchObject({ status: 401 });
    expect(await changesOf(member)).toEqual([]);
    await app.pass(15 * 60_000);
    for (let i = 0; i < 9; i += 1) await signIn('counted', 'wrong');
    expect(await member.post(path, change)).toMatchObject({ status: 204 });
    for (let i = 0; i < 10; i += 1) expect(await signIn('counted', 'wrong')).toMatchObject({ status: 401 });
  });
});

/** Runs a callback right after the next comparison of a password, before its result is used. */
function onceCompared(meanwhile: () => Promise<unknown>): void {
  const prove = app.vault.passwords.prove.bind(app.vault.passwords);
  vi.spyOn(app.vault.passwords, 'prove').mockImplementationOnce(async (userId, given) => {
    const proof = await prove(userId, given);
    await meanwhile();
    return proof;
  });
}
const liveSessions = async (member: SignedIn) => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const text = 'select from vault.sessions where user_id = $1 and ended_at is null';
  const { rowCount } = await client.query(text, [member.id]);
  await client.end();
  return rowCount;
};

describe('a caller who proved the old password just before it changed', () => {
  it.each([
    ['changed', (member: SignedIn) => app.withSession(member.id, other).then((at) => at.post(path, change))],
    [
      'reset',
      async (member: SignedIn) => {
        const { text } = await (await app.withSession(1)).post(`/api/admin/users/${member.id}/reset-link`);
        const token = /#reset=([\w-]+)"/.exec(text)?.[1] ?? '';
        return app.browser(other).post('/api/reset-password', { token, newPassword: next });
      },
    ],
  ])('is not signed in and has no session: %s', async (how, meanwhile) => {
    const member = await app.register(`compared_${how}`);
    await app.vault.sessions.endAll(member.id, 'logout');
    onceCompared(async () => expect((await meanwhile(member)).status).toBe(204));
    expect(await signIn(member.username, password)).toMatchObject(
      refusal(401, 'wrong_credentials', refusals.wrongCredentials),
    );
    // The session that changed it stays; a reset leaves none.
    expect(await liveSessions(member)).toBe(how === 'changed' ? 1 : 0);
    expect(await signIn(member.username, next)).toMatchObject({ status: 200 });
  });

  it('can not change it again', async () => {
    const member = await app.register('compared_both');
    const elsewhere = await app.withSession(member.id, other);
    onceCompared(async () => expect((await elsewhere.post(path, change)).status).toBe(204));
    expect(await member.post(path, { ...change, newPassword: 'a thief knows it' })).toMatchObject(wrong);
    expect(await app.vault.passwords.verify(member.id, next)).toBe(true);
    expect(await app.vault.sessions.find(tokenOf(member))).toBeNull();
    expect(await app.vault.sessions.find(tokenOf(elsewhere))).not.toBeNull();
    expect(await changesOf(member)).toHaveLength(1);
  });
});

describe('a change that stops halfway', () => {
  it('has changed nothing if the log is unavailable from the start', async () => {
    const member = await app.register('early');
    vi.spyOn(app.eventStore, 'readStream').mockImplementationOnce(() => {
      throw new LogUnavailableError('away');
    });
    expect(await member.post(path, change)).toMatchObject(refusal(503, 'unavailable', refusals.busy));
    expect(await app.vault.passwords.verify(member.id, password)).toBe(true);
    expect(await member.post(path, change)).toMatchObject({ status: 204 });
    expect(await changesOf(member)).toHaveLength(1);
  });

  it('has changed nothing if the new password could not be stored', async () => {
    const member = await app.register('busy');
    const elsewhere = await app.withSession(member.id);
    vi.spyOn(app.vault.passwords, 'replace').mockRejectedValueOnce(new VaultBusyError('Too many'));
    expect(await member.post(path, change)).toMatchObject({ status: 503 });
    expect(await changesOf(member)).toEqual([]);
    expect(await app.vault.sessions.find(tokenOf(elsewhere))).not.toBeNull();
    expect(await member.post(path, change)).toMatchObject({ status: 204 });
  });

  it.each(['sessions', 'event'])('is finished by a retry: %s', async (missing) => {
    const member = await app.register(`again_${missing}`);
    const elsewhere = await app.withSession(member.id, other);
    if (missing === 'event') {
      vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    } else {
      vi.spyOn(app.vault.sessions, 'endAll').mockRejectedValueOnce(new Error('the process died'));
    }
    expect((await member.post(path, change)).status).toBeGreaterThanOrEqual(500);
    expect(await changesOf(member)).toEqual([]);
    expect(await member.post(path, change)).toMatchObject({ status: 204 });
    expect(await changesOf(member)).toHaveLength(1);
    expect(await app.vault.passwords.verify(member.id, next)).toBe(true);
    await expect.poll(() => other.vault.sessions.find(tokenOf(elsewhere))).toBeNull();
  });
});
