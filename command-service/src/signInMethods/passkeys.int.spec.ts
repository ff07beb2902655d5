import { texts } from '@pmcw/contracts';
import { silent } from '@pmcw/resilience';
import type { Ceremony, TestPasskey } from '@pmcw/testing/passkeys';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { add, asked, newKey, offered, remove, said, signInWith } from '../../test/passkeys.ts';
import { password, type Running, run, userStream } from '../../test/running.ts';

const minute = 60_000;
const warn = vi.fn();
let app: Running;
beforeAll(async () => {
  app = await run({ logger: { ...silent, warn, error: warn } });
});
afterAll(() => app.stop());
afterEach(() => {
  vi.restoreAllMocks();
  warn.mockClear();
});

let names = 0;
const member = (): Promise<SignedIn> => {
  names += 1;
  return app.register(`keyed_${names}`);
};
const invalid = [400, 'passkey_invalid', texts.refusals.passkeyInvalid];
const unknown = [400, 'passkey_unknown', texts.refusals.passkeyUnknown];

const signIn = (key: TestPasskey, ceremony: Ceremony = {}, browser = app.browser()) =>
  signInWith(key, browser, ceremony);
const types = async (who: SignedIn) =>
  (await app.events(userStream(who))).map(({ type, data }) =>
    'kind' in data ? `${type} ${data.kind}` : type,
  );

describe('adding a passkey', () => {
  it('requires a stored one with user verification, and appends an event without its name', async () => {
    const ada = await member();
    const options = await offered(ada);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'PMCW' },
      user: { name: ada.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const key = newKey();
    const answer = await ada.post('/api/user/passkeys', {
      credential: key.make(options),
      name: ' My phone ',
    });
    expect([answer.status, answer.headers.get('x-position')]).toEqual([201, expect.stringMatching(/^\d+$/)]);
    expect(JSON.parse(answer.text)).toEqual({ id: answer.body.id, name: 'My phone' });
    const [, added] = await app.events(userStream(ada));
    const data = { userId: ada.id, methodId: answer.body.id, kind: 'passkey' };
    expect([added?.type, added?.data]).toEqual(['SignInMethodAdded', data]);
    const again = await offered(ada);
    expect(again.excludeCredentials.map(({ id }) => id)).toEqual([key.id]);
    expect(again.user).toEqual(options.user);
  });

  it('names it after its maker, or else after the browser', async () => {
    const ada = await member();
    const names: unknown[] = [];
    for (const aaguid of ['d548826e79b4db40a3d811116f7e8349', '1'.repeat(32)]) {
      const credential = newKey({ aaguid }).make(await offered(ada));
      const headers = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      };
      const { text } = await ada.call('POST', '/api/user/passkeys', { credential }, headers);
      names.push(JSON.parse(text).name);
    }
    expect(names).toEqual(['Bitwarden', 'Firefox, Linux']);
  });

  it.each<[string, Ceremony]>([
    ['for another site’s page', { origin: 'http://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
    ['as an answer to something else', { type: 'webauthn.get' }],
  ])('is refused %s', async (_, ceremony) => {
    const ada = await member();
    expect(said(await add(ada, newKey(), ceremony))).toEqual(invalid);
    expect(await app.vault.passkeys.all(ada.id)).toEqual([]);
    expect(await types(ada)).toEqual(['UserRegistered']);
  });

  it('ignores certificates, which name addresses to request', async () => {
    const ada = await member();
    const asking = vi.spyOn(globalThis, 'fetch');
    const credential = newKey({ certificates: [Buffer.from('a certificate')] }).make(await offered(ada));
    asking.mockClear();
    expect(said(await ada.post('/api/user/passkeys', { credential }))).toEqual(invalid);
    // Only the request itself.
    expect(asking).toHaveBeenCalledTimes(1);
  });

  it('refuses a challenge that is unknown, expired or of another session', async () => {
    const ada = await member();
    const elsewhere = await app.withSession(ada.id);
    const post = (credential: object) => ada.post('/api/user/passkeys', { credential });
    expect(said(await post(newKey().make({ challenge: 'bWFkZSB1cA' })))).toEqual(invalid);
    expect(said(await post(newKey().make(await offered(elsewhere))))).toEqual(invalid);
    const late = newKey().make(await offered(ada));
    await app.pass(5 * minute);
    await ada.post('/api/user/fresh-proof', { password });
    expect(said(await post(late))).toEqual(invalid);
  });

  it('gives a retry the same answer, and completes one that stopped halfway', async () => {
    const ada = await member();
    const body = { credential: newKey().make(await offered(ada)), name: 'Key' };
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('stopped'));
    expect((await ada.post('/api/user/passkeys', body)).status).toBe(500);
    expect(await types(ada)).toEqual(['UserRegistered']);
    const first = await ada.post('/api/user/passkeys', body);
    const second = await ada.post('/api/user/passkeys', body);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await types(ada)).toEqual(['UserRegistered', 'SignInMethodAdded passkey']);
    expect(await app.vault.passkeys.all(ada.id)).toHaveLength(1);
  });

  it('refuses one of another member', async () => {
    const [ada, bob] = [await member(), await member()];
    const key = newKey();
    await add(ada, key);
    expect(said(await add(bob, key))).toEqual([409, 'conflict', texts.refusals.passkeyTaken]);
    expect((await signIn(key)).body.id).toBe(ada.id);
  });
});

describe('signing in with a passkey', () => {
  it('answers like a sign-in by password, for any authenticator of the member, counting or not', async () => {
    const ada = await member();
    const keys = [newKey(), newKey({ counts: false })];
    for (const key of keys) await add(ada, key);
    const byPassword = await app.browser().post('/api/login', { username: ada.username, password });
    for (const key of [...keys, ...keys]) {
      const browser = app.browser();
      const answer = await signIn(key, {}, browser);
      expect([answer.status, answer.text]).toEqual([200, byPassword.text]);
      expect((await browser.post('/api/user/fresh-proof/options')).status).toBe(201);
    }
    const [used] = await app.vault.passkeys.all(ada.id);
    expect(used).toMatchObject({ counter: 3, isBackedUp: true, lastUsedAt: expect.any(Date) });
  });

  it.each<[string, Ceremony]>([
    ['on another site’s page', { origin: 'http://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a verified user', { isVerified: false }],
    ['as a registration', { type: 'webauthn.create' }],
  ])('is refused %s', async (_, ceremony) => {
    const ada = await member();
    const key = newKey();
    await add(ada, key);
    expect(said(await signIn(key, ceremony))).toEqual(invalid);
  });

  it('refuses a signature by another key, or of another member’s passkey', async () => {
    const [ada, bob] = [await member(), await member()];
    const [key, other] = [newKey(), newKey()];
    await add(ada, key);
    await add(bob, other);
    const browser = app.browser();
    const options = await asked(browser);
    const { id, rawId } = key.answer(options);
    const credential = { ...other.answer(options), id, rawId };
    expect(said(await browser.post('/api/login/passkey', { credential }))).toEqual(invalid);
  });

  it('accepts an answer once, in its own browser, within five minutes', async () => {
    const ada = await member();
    const key = newKey({ counts: false });
    await add(ada, key);
    const [browser, another] = [app.browser(), app.browser()];
    const credential = key.answer(await asked(browser));
    await asked(another);
    for (const each of [another, app.browser()]) {
      expect(said(await each.post('/api/login/passkey', { credential }))).toEqual(invalid);
    }
    const both = await Promise.all([1, 2].map(() => browser.post('/api/login/passkey', { credential })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(said(await browser.post('/api/login/passkey', { credential }))).toEqual(invalid);
    const late = key.answer(await asked(browser));
    await app.pass(5 * minute);
    expect(said(await browser.post('/api/login/passkey', { credential: late }))).toEqual(invalid);
  });

  it('allows challenges in two tabs of a browser', async () => {
    const ada = await member();
    const key = newKey();
    await add(ada, key);
    const browser = app.browser();
    const first = await asked(browser);
    await asked(browser);
    const answer = await browser.post('/api/login/passkey', { credential: key.answer(first) });
    expect(answer.status).toBe(200);
  });

  it('refuses and logs a count that decreased, without naming the member', async () => {
    const ada = await member();
    const key = newKey();
    const { body } = await add(ada, key);
    expect((await signIn(key, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 3, 0]) expect(said(await signIn(key, { counter }))).toEqual(invalid);
    expect(warn.mock.calls.map(([details]) => details)).toEqual(Array(3).fill({ passkey: body.id }));
    expect((await signIn(key, { counter: 10 })).status).toBe(200);
  });

  it('refuses passkeys that were never added, were removed, or lack their event', async () => {
    const ada = await member();
    const [gone, halfway] = [newKey(), newKey()];
    expect(said(await signIn(newKey()))).toEqual(unknown);
    const { body } = await add(ada, gone);
    const browser = app.browser();
    const credential = gone.answer(await asked(browser));
    // The event comes first; after a crash, the row may remain for a while.
    vi.spyOn(app.vault.passkeys, 'remove').mockRejectedValueOnce(new Error('stopped'));
    expect((await remove(ada, body.id)).status).toBe(500);
    expect(said(await browser.post('/api/login/passkey', { credential }))).toEqual(unknown);
    expect((await remove(ada, body.id)).status).toBe(404);
    expect(await app.vault.passkeys.all(ada.id)).toEqual([]);
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('stopped'));
    await add(ada, halfway);
    expect(said(await signIn(halfway))).toEqual(unknown);
  });

  it('is refused for suspended and deleted members, and leaves no session', async () => {
    const [sam, del] = [await member(), await member()];
    const keys = [newKey(), newKey()] as const;
    await add(sam, keys[0]);
    await add(del, keys[1]);
    await app.suspend(sam);
    await del.call('DELETE', '/api/user/account');
    expect(said(await signIn(keys[0]))).toEqual([403, 'suspended', texts.refusals.suspended]);
    expect(said(await signIn(keys[1]))).toEqual(unknown);
    expect(await app.vault.passkeys.all(del.id)).toEqual([]);
    expect(await app.vault.sessions.all(sam.id)).toEqual([]);
  });

  it('leaves no session if the passkey is removed at the same moment', async () => {
    const ada = await member();
    const key = newKey();
    const { body } = await add(ada, key);
    const start = app.vault.sessions.start.bind(app.vault.sessions);
    vi.spyOn(app.vault.sessions, 'start').mockImplementationOnce(async (...of) => {
      await remove(ada, body.id);
      return start(...of);
    });
    expect(said(await signIn(key))).toEqual(unknown);
    expect(await app.vault.sessions.all(ada.id)).toHaveLength(1);
  });
});
