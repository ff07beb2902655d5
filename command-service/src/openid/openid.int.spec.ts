import { texts } from '@pmcw/contracts';
import { WrongExpectedRevisionError } from '@pmcw/event-store';
import { silent } from '@pmcw/resilience';
import { type OpenidProviderStandIn, startOpenidProvider } from '@pmcw/testing/openid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Browser, publicUrl, type SignedIn } from '../../test/browser.ts';
import { begin, comeBack, goRound, knownAt, ledTo } from '../../test/openid.ts';
import { add, newKey, remove, said } from '../../test/passkeys.ts';
import { password, type Running, registration, run, userStream } from '../../test/running.ts';

const minute = 60_000;
const { refusals } = texts;
const warnings: unknown[] = [];
let provider: OpenidProviderStandIn;
let app: Running;
beforeAll(async () => {
  provider = await startOpenidProvider();
  const logger = { ...silent, warn: (told: object) => void warnings.push(told) };
  app = await run({ openid: knownAt(provider), logger });
});
afterAll(async () => {
  await app?.stop();
  await provider?.close();
});
afterEach(() => void vi.restoreAllMocks());

let names = 0;
/** A name unused at both sites. */
const fresh = (): string => {
  names += 1;
  return `person${names}`;
};
const around = (browser: Browser, name: string, path?: string) => goRound(provider, browser, name, path);
const body = (name: string) => {
  const { password: _, ...rest } = registration(name);
  return { ...rest, terms: true };
};
/** A member who registered with a provider’s account. */
async function newcomer(name = fresh()): Promise<SignedIn & { readonly name: string }> {
  const browser = app.browser();
  await around(browser, name);
  const answer = await browser.post('/api/register/openid', body(name));
  expect(answer.status).toBe(201);
  return { ...browser, id: Number(answer.body.id), username: name, name };
}
const ways = async (who: { readonly id: number }) =>
  (await app.events(userStream(who))).flatMap(({ type, data }) =>
    'kind' in data ? [`${type} ${data.kind}`] : [],
  );
/** Whether a browser has a session. */
const isSignedIn = async (browser: Browser) =>
  (await browser.call('PATCH', '/api/user/profile', { bio: 'Here' })).status === 200;
const signedIn = [303, '/dashboard/profile?openid=signed-in'];
const at = (outcome: string, screen = '/auth') => [303, `${screen}?openid=${outcome}`];
const dashboard = '/dashboard/profile';

describe('a newcomer', () => {
  it('registers with the provider’s account, and then signs in with it', async () => {
    const name = fresh();
    const browser = app.browser();
    expect(ledTo(await around(browser, name))).toEqual(at('sign-up'));
    const pending = await browser.call('GET', '/api/openid/pending');
    const fullName = `${name.replace('p', 'P')} Provided`;
    expect(JSON.parse(pending.text)).toEqual({
      ...{ label: 'Example ID', fullName, email: `${name}@provider.example` },
    });
    const registered = await browser.post('/api/register/openid', body(name));
    expect(registered.status).toBe(201);
    const id = Number(registered.body.id);
    expect(await isSignedIn(browser)).toBe(true);
    const [event] = await app.events(userStream({ id }));
    expect(event?.data).toMatchObject({ username: name, signInMethod: { kind: 'openid' } });
    // The ticket is used up.
    expect((await browser.call('GET', '/api/openid/pending')).body.code).toBe('openid_expired');

    const later = app.browser();
    expect(ledTo(await around(later, name))).toEqual(signedIn);
    expect(await isSignedIn(later)).toBe(true);
    expect((await app.vault.openidLinks.all(id))[0]?.lastUsedAt).not.toBeNull();
  });

  it('can register once per account, within half an hour, in the same browser', async () => {
    const name = fresh();
    const [one, other] = [app.browser(), app.browser()];
    await around(one, name);
    await around(other, name);
    expect((await one.post('/api/register/openid', body(name))).status).toBe(201);
    const again = await other.post('/api/register/openid', body(fresh()));
    expect(said(again)).toEqual([409, 'openid_taken', refusals.openidTaken]);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);

    const late = app.browser();
    const lateName = fresh();
    await around(late, lateName);
    const ticket = late.cookies.get('openid_ticket') ?? '';
    const forged = app.browser();
    forged.cookies.set('openid_ticket', [...ticket].toReversed().join(''));
    const expired = [400, 'openid_expired', refusals.openidExpired];
    expect(said(await forged.post('/api/register/openid', body(lateName)))).toEqual(expired);
    await app.pass(30 * minute);
    expect(said(await late.post('/api/register/openid', body(lateName)))).toEqual(expired);
    expect(said(await app.browser().post('/api/register/openid', body(lateName)))).toEqual(expired);
  });

  it('is never matched to a member by email address alone, but may link the account after signing in', async () => {
    const name = fresh();
    const email = `${name}@provider.example`;
    const member = await app.register(fresh(), { email });
    const browser = app.browser();
    expect(ledTo(await around(browser, name))).toEqual(at('sign-up'));
    const answer = await browser.post('/api/register/openid', { ...body(name), email });
    expect(said(answer)).toEqual([409, 'email_taken', refusals.emailTaken]);
    expect((await browser.post('/api/user/sign-in-methods/openid')).status).toBe(401);
    await browser.post('/api/login', { username: member.username, password, addsOpenid: true });
    expect((await browser.post('/api/user/sign-in-methods/openid')).status).toBe(204);
    expect(await ways(member)).toEqual(['SignInMethodAdded openid']);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });

  it.each([
    ['the newcomer goes back', (browser: Browser) => browser.call('DELETE', '/api/openid/pending')],
    ['the browser signs out', (browser: Browser) => browser.post('/api/logout')],
    [
      'the browser signs in another way',
      async (browser: Browser) => {
        const { username } = await app.register(fresh());
        return browser.post('/api/login', { username, password });
      },
    ],
    ['the browser registers', (browser: Browser) => browser.post('/api/register', registration(fresh()))],
  ])('waits no longer once %s', async (_, end) => {
    const name = fresh();
    const browser = app.browser();
    await around(browser, name);
    const ticket = browser.cookies.get('openid_ticket') ?? '';
    expect((await browser.call('GET', '/api/openid/pending')).status).toBe(200);
    expect((await end(browser)).status).toBeLessThan(300);
    expect(browser.cookies.has('openid_ticket')).toBe(false);
    // Not even in a browser that kept the ticket.
    browser.cookies.set('openid_ticket', ticket);
    expect((await browser.call('GET', '/api/openid/pending')).body.code).toBe('openid_expired');
    expect((await browser.call('DELETE', '/api/openid/pending')).status).toBe(204);
  });

  it('can continue after a crash before the event, under another name once a minute has passed', async () => {
    const name = fresh();
    const browser = app.browser();
    await around(browser, name);
    const append = vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('stopped'));
    expect((await browser.post('/api/register/openid', body(name))).status).toBe(500);
    append.mockRestore();
    const another = { ...body(fresh()) };
    expect((await browser.post('/api/register/openid', another)).body.code).toBe('conflict');
    // The unfinished link is no way to sign in.
    expect(ledTo(await around(app.browser(), name))).toEqual(at('sign-up'));
    await app.pass(minute);
    expect((await browser.post('/api/register/openid', another)).status).toBe(201);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });

  it('gets no account without a way to sign in, if another newcomer took it over in between', async () => {
    const name = fresh();
    const [browser, other] = [app.browser(), app.browser()];
    await around(browser, name);
    await around(other, name);
    const { take } = app.vault.claims;
    const username = fresh();
    // The second call is right before the append.
    const taking = vi.spyOn(app.vault.claims, 'take').mockImplementationOnce(take);
    taking.mockImplementationOnce(async (userId, claims) => {
      await app.pass(2 * minute);
      expect((await other.post('/api/register/openid', body(fresh()))).status).toBe(201);
      return take(userId, claims);
    });
    const answer = await browser.post('/api/register/openid', body(username));
    expect(said(answer)).toEqual([409, 'openid_taken', refusals.openidTaken]);
    expect((await app.browser().post('/api/register', registration(username))).status).toBe(201);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });

  it('is signed in and can choose another way, if another member took theirs over during the append', async () => {
    const name = fresh();
    const [browser, other] = [app.browser(), app.browser()];
    await around(browser, name);
    await around(other, name);
    const { append } = app.eventStore;
    vi.spyOn(app.eventStore, 'append').mockImplementationOnce(async (...appended) => {
      await app.pass(2 * minute);
      expect((await other.post('/api/register/openid', body(fresh()))).status).toBe(201);
      return append(...appended);
    });
    const username = fresh();
    const registered = await browser.post('/api/register/openid', body(username));
    expect(registered.status).toBe(201);
    // The provider’s account belongs to the other member.
    expect(await app.vault.openidLinks.all(Number(registered.body.id))).toEqual([]);
    const chosen = { newPassword: 'battery staple' };
    expect((await browser.post('/api/user/password', chosen)).status).toBe(204);
    const login = { username, password: chosen.newPassword };
    expect((await app.browser().post('/api/login', login)).status).toBe(200);
  });

  it('continues the same registration at once', async () => {
    const name = fresh();
    const browser = app.browser();
    await around(browser, name);
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('stopped'));
    await browser.post('/api/register/openid', body(name));
    expect((await browser.post('/api/register/openid', body(name))).status).toBe(201);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });
});

describe('a return from the provider', () => {
  it('must be to the browser that started it, once and within ten minutes', async () => {
    const { name } = await newcomer();
    const browser = app.browser();
    const url = await provider.signIn(await begin(browser), name);
    const stranger = app.browser();
    const before = provider.exchanges;
    expect(ledTo(await comeBack(stranger, url))).toEqual(at('expired'));
    await begin(stranger);
    expect(ledTo(await comeBack(stranger, url))).toEqual(at('expired'));
    expect(ledTo(await comeBack(browser, `${publicUrl}/api/openid/callback`))).toEqual(at('expired'));
    expect(ledTo(await comeBack(browser, url))).toEqual(signedIn);
    expect(ledTo(await comeBack(browser, url))).toEqual(at('expired', dashboard));
    expect(provider.exchanges).toBe(before + 1);
    expect(await isSignedIn(stranger)).toBe(false);

    const late = await provider.signIn(await begin(browser), name);
    await app.pass(10 * minute);
    expect(ledTo(await comeBack(browser, late))).toEqual(at('expired', dashboard));
  });

  it('is refused with an answer for another round, site or provider', async () => {
    const { name } = await newcomer();
    const tamper: Readonly<Record<string, (location: URL) => void>> = {
      nonce: ({ searchParams }) => searchParams.set('nonce', 'of another round'),
      code_challenge: ({ searchParams }) => searchParams.set('code_challenge', 'x'.repeat(43)),
      client_id: ({ searchParams }) => searchParams.set('client_id', provider.otherClientId),
    };
    for (const [what, change] of Object.entries(tamper)) {
      const browser = app.browser();
      const location = new URL(await begin(browser));
      change(location);
      const answer = await comeBack(browser, await provider.signIn(location.href, name));
      expect([what, ...ledTo(answer)]).toEqual([what, ...at('failed')]);
    }
    const other = app.browser();
    const url = new URL(await provider.signIn(await begin(other), name));
    url.searchParams.set('iss', 'https://evil.example');
    expect(ledTo(await comeBack(other, url.href))).toEqual(at('failed'));
    expect(await isSignedIn(other)).toBe(false);
    expect(JSON.stringify(warnings)).not.toContain(name);
  });

  it('reports a cancellation', async () => {
    const browser = app.browser();
    const state = new URL(await begin(browser)).searchParams.get('state');
    const refused = `/api/openid/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
    expect(ledTo(await comeBack(browser, refused))).toEqual(at('cancelled'));
  });

  it('signs in no suspended or deleted member, and none by a removed account', async () => {
    const ada = await newcomer();
    await app.suspend(ada);
    expect(ledTo(await around(app.browser(), ada.name))).toEqual(at('suspended'));

    const bob = await newcomer();
    await add(bob, newKey());
    const [{ id } = { id: '' }] = await app.vault.openidLinks.all(bob.id);
    // The event comes first; after a crash, the link may remain for a while.
    vi.spyOn(app.vault.openidLinks, 'remove').mockRejectedValueOnce(new Error('stopped'));
    expect((await remove(bob, id)).status).toBe(500);
    expect(ledTo(await around(app.browser(), bob.name))).toEqual(at('sign-up'));
    expect((await remove(bob, id)).status).toBe(404);
    expect(await app.vault.openidLinks.all(bob.id)).toEqual([]);

    const eve = await newcomer();
    expect((await eve.call('DELETE', '/api/user/account')).status).toBe(204);
    expect(await app.vault.openidLinks.all(eve.id)).toEqual([]);
    expect(ledTo(await around(app.browser(), eve.name))).toEqual(at('sign-up'));
  });
});

describe('a member', () => {
  const start = '/api/user/openid/start';

  it('adds an account that no other member has, in the session that started it', async () => {
    const ada = await app.register(fresh());
    const name = fresh();
    const location = await begin(ada, start);
    // Forces a new sign-in, because another person may be signed in there.
    expect(new URL(location).searchParams.get('prompt')).toBe('login');
    const url = await provider.signIn(location, name);
    const bob = await app.register(fresh());
    // The same browser, where another member has signed in since.
    const shared = app.browser();
    for (const [key, value] of ada.cookies) shared.cookies.set(key, value);
    shared.cookies.set('session', bob.cookies.get('session') ?? '');
    expect(ledTo(await comeBack(shared, url))).toEqual(at('other-session', dashboard));
    expect(ledTo(await around(ada, name, start))).toEqual(at('added', dashboard));
    expect(ledTo(await around(ada, name, start))).toEqual(at('added', dashboard));
    expect(ledTo(await around(ada, fresh(), start))).toEqual(at('present', dashboard));
    expect(ledTo(await around(bob, name, start))).toEqual(at('taken', dashboard));
    await around(ada, fresh());
    const second = await ada.post('/api/user/sign-in-methods/openid');
    expect(said(second)).toEqual([409, 'openid_present', refusals.openidPresent]);
    expect([await ways(ada), await ways(bob)]).toEqual([['SignInMethodAdded openid'], []]);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });

  it('reserves the account until the event is appended, however long that takes', async () => {
    const [ada, bob] = [await app.register(fresh()), await app.register(fresh())];
    const name = fresh();
    await around(bob, name);
    const add = () => bob.post('/api/user/sign-in-methods/openid');
    const { append } = app.eventStore;
    const appending = vi.spyOn(app.eventStore, 'append');
    appending.mockImplementationOnce(async (stream) => {
      await app.pass(2 * minute);
      throw new WrongExpectedRevisionError(stream, 1, 2);
    });
    appending.mockImplementationOnce(async (...appended) => {
      expect(said(await add())).toEqual([409, 'conflict', refusals.conflict]);
      // As a process that removed it as a leftover, and then crashed.
      const [link] = await app.vault.openidLinks.all(ada.id);
      await app.vault.openidLinks.remove(ada.id, link?.id ?? '');
      return append(...appended);
    });
    expect(ledTo(await around(ada, name, start))).toEqual(at('added', dashboard));
    expect(said(await add())).toEqual([409, 'openid_taken', refusals.openidTaken]);
    expect([await ways(ada), await ways(bob)]).toEqual([['SignInMethodAdded openid'], []]);
    expect(ledTo(await around(app.browser(), name))).toEqual(signedIn);
  });

  it('proves their identity by a new sign-in there, with their own account', async () => {
    const ada = await newcomer();
    await app.pass(5 * minute);
    expect((await ada.post(start)).body.code).toBe('fresh_proof_required');
    const prove = '/api/user/fresh-proof/openid/start';
    const bob = await newcomer();
    for (const name of [bob.name, fresh()]) {
      expect(ledTo(await around(ada, name, prove))).toEqual(at('other-account', dashboard));
    }
    expect((await ada.post(start)).body.code).toBe('fresh_proof_required');
    expect(ledTo(await around(ada, ada.name, prove))).toEqual(at('proved', dashboard));
    expect((await ada.post(start)).status).toBe(201);
    await app.pass(5 * minute);
    // Without `max_age`, the provider does not report the time of the sign-in.
    const location = new URL(await begin(ada, prove));
    location.searchParams.delete('max_age');
    location.searchParams.delete('prompt');
    const answer = await comeBack(ada, await provider.signIn(location.href, ada.name));
    expect(ledTo(answer)).toEqual(at('unproved', dashboard));
    expect((await ada.post(start)).body.code).toBe('fresh_proof_required');
  });

  it('can’t remove the account if it is the last way to sign in', async () => {
    const ada = await newcomer();
    const [{ id } = { id: '' }] = await app.vault.openidLinks.all(ada.id);
    expect((await remove(ada, id)).body.code).toBe('last_sign_in_method');
    await add(ada, newKey());
    expect((await remove(ada, id)).status).toBe(204);
    expect(await ways(ada)).toEqual(['SignInMethodAdded passkey', 'SignInMethodRemoved openid']);
  });

  it('adds none with a proof that has expired since', async () => {
    const ada = await app.register(fresh());
    const url = await provider.signIn(await begin(ada, start), fresh());
    await app.pass(5 * minute);
    expect(ledTo(await comeBack(ada, url))).toEqual(at('expired', dashboard));
    expect(await ways(ada)).toEqual([]);
  });

  it('never keeps only unusable ways to sign in', async () => {
    const ada = await newcomer();
    const passkey = (await add(ada, newKey())).body.id;
    const [link] = await app.vault.openidLinks.all(ada.id);
    // As after an older backup.
    await app.vault.openidLinks.remove(ada.id, link?.id ?? '');
    expect((await remove(ada, passkey)).body.code).toBe('last_sign_in_method');
    expect((await remove(ada, link?.id)).status).toBe(204);
    expect((await remove(ada, passkey)).body.code).toBe('last_sign_in_method');
  });
});

describe('the provider', () => {
  it('may be down at the start or the end; nothing is half done, and it works once it is back', async () => {
    const own = await startOpenidProvider();
    const elsewhere = await run({ administrator: false, openid: knownAt(own) });
    const { port } = new URL(own.issuer);
    await own.close();
    const browser = elsewhere.browser();
    const away = await browser.post('/api/login/openid/start');
    expect([...said(away), away.headers.get('retry-after')]).toEqual([
      ...[503, 'unavailable', refusals.openidAway, '5'],
    ]);
    const back = await startOpenidProvider(Number(port));
    const url = await back.signIn(await begin(browser), 'ada');
    await back.close();
    expect(ledTo(await comeBack(browser, url))).toEqual(at('unavailable'));
    await elsewhere.stop();
  });

  it('is absent without settings', async () => {
    const without = await run({ administrator: false });
    const browser = without.browser();
    const none = [404, 'not_found', refusals.noOpenid];
    expect(said(await browser.post('/api/login/openid/start'))).toEqual(none);
    expect(said(await browser.call('GET', '/api/openid/callback?state=x'))).toEqual(none);
    expect(said(await browser.call('GET', '/api/openid/pending'))).toEqual(none);
    await without.stop();
  });
});
