import { texts } from '@pmcw/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Browser, SignedIn } from '../../test/browser.ts';
import { add, asked, newKey, remove, said } from '../../test/passkeys.ts';
import { adminPassword, type Process, password, type Running, run, userStream } from '../../test/running.ts';

const minute = 60_000;
let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run();
  other = await app.another();
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

let names = 0;
const member = (): Promise<SignedIn> => {
  names += 1;
  return app.register(`ways_${names}`);
};
const invalid = [400, 'passkey_invalid', texts.refusals.passkeyInvalid];
const unknown = [400, 'passkey_unknown', texts.refusals.passkeyUnknown];
const types = async (who: SignedIn) =>
  (await app.events(userStream(who))).map(({ type, data }) =>
    'kind' in data ? `${type} ${data.kind}` : type,
  );

describe('a fresh proof', () => {
  const required = [403, 'fresh_proof_required', texts.refusals.freshProofRequired];

  it('is required five minutes after the sign-in, and given by the password', async () => {
    const ada = await member();
    const { body } = await add(ada, newKey());
    await app.pass(5 * minute);
    const operations = [
      () => ada.post('/api/user/passkeys/options'),
      () => ada.post('/api/user/passkeys', { credential: newKey().make({ challenge: 'x' }) }),
      () => ada.post('/api/user/password', { newPassword: 'battery staple' }),
      () => ada.post('/api/user/sign-in-methods/wallets', { walletId: 'x' }),
      () => remove(ada, body.id),
    ];
    for (const operate of operations) expect(said(await operate())).toEqual(required);
    const wrong = await ada.post('/api/user/fresh-proof', { password: 'wrong' });
    expect(said(wrong)).toEqual([400, 'wrong_current_password', texts.refusals.wrongCurrentPassword]);
    expect(said(await remove(ada, body.id))).toEqual(required);
    expect((await ada.post('/api/user/fresh-proof', { password })).status).toBe(204);
    // Only for this session.
    expect((await ada.post('/api/user/passkeys/options')).status).toBe(201);
    expect((await remove(ada, body.id)).status).toBe(204);
  });

  it('is given by one of the member’s passkeys, in the session that requested it', async () => {
    const [ada, bob] = [await member(), await member()];
    const [key, other] = [newKey(), newKey()];
    await add(ada, key);
    await add(bob, other);
    await app.pass(5 * minute);
    const options = await asked(ada, '/api/user/fresh-proof/options');
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id]);
    const prove = (who: Browser, credential: object) => who.post('/api/user/fresh-proof', { credential });
    expect(said(await prove(ada, other.answer(options)))).toEqual(unknown);
    expect(said(await prove(await app.withSession(ada.id), key.answer(options)))).toEqual(invalid);
    expect(said(await ada.post('/api/user/passkeys/options'))).toEqual(required);
    expect((await prove(ada, key.answer(options))).status).toBe(204);
    expect((await ada.post('/api/user/passkeys/options')).status).toBe(201);
  });
});

describe('the ways to sign in', () => {
  const last = [409, 'last_sign_in_method', texts.refusals.lastSignInMethod];

  it('are never none, even if two are removed at once', async () => {
    const ada = await member();
    expect(said(await remove(ada, 'password'))).toEqual(last);
    const { body } = await add(ada, newKey());
    const both = await Promise.all(['password', body.id].map((id) => remove(ada, id)));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('can be without a password, which then no longer works, and a new one can be set', async () => {
    const ada = await member();
    await add(ada, newKey());
    const login = (typed: string) =>
      app.browser().post('/api/login', { username: ada.username, password: typed });
    // The event comes first; after a crash, the password may remain for a while.
    vi.spyOn(app.vault.passwords, 'forget').mockRejectedValueOnce(new Error('stopped'));
    expect((await remove(ada, 'password')).status).toBe(500);
    expect((await login(password)).body.code).toBe('wrong_credentials');
    expect((await ada.post('/api/user/fresh-proof', { password })).body.code).toBe('wrong_current_password');
    const change = { currentPassword: password, newPassword: 'battery staple' };
    expect((await ada.post('/api/user/change-password', change)).body.code).toBe('wrong_current_password');
    const chosen = { newPassword: 'battery staple' };
    expect((await ada.post('/api/user/password', chosen)).status).toBe(204);
    expect([(await login(password)).status, (await login('battery staple')).status]).toEqual([401, 200]);
    // A retry gets the same answer.
    expect((await ada.post('/api/user/password', chosen)).status).toBe(204);
    const again = await ada.post('/api/user/password', { newPassword: 'another battery' });
    expect(said(again)).toEqual([409, 'conflict', texts.refusals.passwordPresent]);
    expect(await types(ada)).toEqual([
      'UserRegistered',
      'SignInMethodAdded passkey',
      'SignInMethodRemoved password',
      'SignInMethodAdded password',
    ]);
  });

  it('include a password again after a reset', async () => {
    const ada = await member();
    await add(ada, newKey());
    await remove(ada, 'password');
    const { text } = await (await app.administrator()).post(`/api/admin/users/${ada.id}/reset-link`);
    const token = /#reset=([\w-]+)"/.exec(text)?.[1] ?? '';
    await app.browser().post('/api/reset-password', { token, newPassword: 'battery staple' });
    const login = { username: ada.username, password: 'battery staple' };
    expect((await app.browser().post('/api/login', login)).status).toBe(200);
  });

  it('match the log when a password is removed and set at once, on two devices and processes', async () => {
    const ada = await member();
    await add(ada, newKey());
    const elsewhere = await app.withSession(ada.id, other);
    const chosen = { newPassword: 'battery staple' };
    const choosing: Promise<Answer>[] = [];
    const { forget } = app.vault.passwords;
    // The other device sets one after the event, and before the vault forgets the removed one.
    vi.spyOn(app.vault.passwords, 'forget').mockImplementationOnce(async (userId) => {
      const steps = [
        vi.spyOn(other.vault.credentialTurns, 'take'),
        vi.spyOn(other.vault.passwords, 'setFirst'),
      ];
      choosing.push(elsewhere.post('/api/user/password', chosen));
      const isDone = ({ mock }: (typeof steps)[number]) =>
        mock.settledResults.some(({ type }) => type === 'fulfilled');
      await expect.poll(() => steps.some(isDone)).toBe(true);
      await forget(userId);
    });
    expect((await remove(ada, 'password')).status).toBe(204);
    expect((await Promise.all(choosing)).map(({ status }) => status)).toEqual([204]);
    const login = { username: ada.username, password: chosen.newPassword };
    expect((await app.browser(other).post('/api/login', login)).status).toBe(200);
    expect((await app.browser().post('/api/login', { ...login, password })).status).toBe(401);
  });

  it('don’t get the first administrator’s password back at the next start', async () => {
    const admin = await app.administrator();
    await add(admin, newKey());
    expect((await remove(admin, 'password')).status).toBe(204);
    expect(await app.service.ensureAdministrator(async () => adminPassword)).toBe('present');
    expect(await app.vault.passwords.verify(1, adminPassword)).toBe(false);
    expect((await admin.post('/api/user/password', { newPassword: adminPassword })).status).toBe(204);
  });

  it('are renamed and removed only by their member', async () => {
    const [ada, bob] = [await member(), await member()];
    const key = newKey();
    const { body } = await add(ada, key);
    await add(bob, newKey());
    const rename = (who: Browser, name: string) =>
      who.call('PATCH', `/api/user/passkeys/${String(body.id)}`, { name });
    expect((await rename(bob, 'Mine')).status).toBe(404);
    expect((await remove(bob, body.id)).status).toBe(404);
    expect((await rename(ada, ' ')).status).toBe(400);
    expect((await rename(ada, 'Laptop')).status).toBe(204);
    expect(await app.vault.passkeys.find(key.id)).toMatchObject({ name: 'Laptop', userId: ada.id });
  });
});
