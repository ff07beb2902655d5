import { texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../test/refusal.ts';
import {
  adminPassword,
  type Process,
  password,
  type Running,
  registration,
  run,
  userStream,
} from '../../test/running.ts';
import { emailClaim, usernameClaim } from '../members/claims.ts';

let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run();
  other = await app.another();
});
afterAll(() => app.stop());

const minute = 60_000;
const { refusals } = texts;

describe('POST /api/register', () => {
  it('makes the account, signs in and returns the position', async () => {
    const browser = app.browser();
    const body = { ...registration('Grace'), confirmPassword: password, isAdmin: true, userType: 'Charity' };
    const answer = await browser.post('/api/register', body);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        username: 'Grace',
        fullName: 'Grace of the specs',
        email: 'Grace@example.org',
        userType: 'Charity',
        isAdmin: false,
        isAuthorized: false,
        pmcwTokens: 0,
      },
    });
    expect(answer.body).not.toHaveProperty('password');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((line) => line.startsWith('session='))).toMatch(/; HttpOnly; SameSite=Lax/);
    expect(cookies.find((line) => line.startsWith('seen='))).toContain(
      answer.headers.get('x-position') ?? '?',
    );

    const [event, ...more] = await app.events(userStream({ id: Number(answer.body.id) }));
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'UserRegistered',
      metadata: {
        actorId: answer.body.id,
        correlationId: answer.headers.get('x-request-id'),
        causationId: expect.any(String),
        time: answer.body.createdAt,
      },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    const session = await app.vault.sessions.find(browser.cookies.get('session') ?? '');
    expect(session?.userId).toBe(answer.body.id);
  });

  it.each([
    ['fullName', 'A', texts.validation.fullNameRequired],
    ['fullName', '\u3164\u200b', texts.validation.fullNameRequired],
    ['fullName', 'PMCW Suрport', texts.refusals.fullNameOfStaff],
    ['username', 'ab', texts.validation.usernameTooShort],
    ['username', 'a b c', texts.validation.usernameCharacters],
    ['email', 'nobody', texts.validation.emailInvalid],
    ['userType', 'Robot', texts.validation.unknownUserType],
    ['password', 'short', texts.validation.passwordTooShort],
    ['confirmPassword', 'another', texts.validation.passwordsDontMatch],
  ])('explains what is wrong with %s %j', async (path, value, message) => {
    const head = await app.eventStore.head();
    const answer = await app.browser().post('/api/register', { ...registration('unborn'), [path]: value });
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await app.eventStore.head()).toBe(head);
    expect(await app.vault.claims.holder(usernameClaim('unborn'))).toBeNull();
  });

  it('explains all missing fields at once', async () => {
    const { body } = await app.browser().post('/api/register', {});
    expect(body.errors?.map(({ path }) => path)).toEqual(['fullName', 'username', 'email', 'password']);
  });

  it('refuses the most common passwords and makes no account', async () => {
    const browser = app.browser();
    const body = { ...registration('commoner'), password: 'Password123' };
    const answer = await browser.post('/api/register', body);
    const message = texts.validation.passwordTooCommon;
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ path: 'password', message }] },
    });
    expect(browser.cookies.has('session')).toBe(false);
    await app.register('commoner');
  });

  it('accepts only JSON, and only from this site', async () => {
    const browser = app.browser();
    const body = registration('foreign');
    expect(
      await browser.call('POST', '/api/register', body, { origin: 'https://evil.example' }),
    ).toMatchObject(refusal(403, 'foreign_origin'));
    expect(
      await browser.call('POST', '/api/register', 'a=b', { 'content-type': 'text/plain' }),
    ).toMatchObject(refusal(415, 'unsupported_media_type'));
    expect(await browser.call('POST', '/api/register', '{"a":')).toMatchObject(refusal(400, 'invalid_input'));
    expect(browser.cookies.size).toBe(0);
  });

  it.each(['admin', 'Messages', 'ROOT', 's1gnin', 'pmcw_support'])(
    'refuses the reserved name %s',
    async (username) => {
      const answer = await app.browser().post('/api/register', registration(username));
      expect(answer).toMatchObject(refusal(409, 'username_reserved'));
      expect(answer.body).toMatchObject({
        detail: refusals.usernameReserved,
        errors: [{ path: 'username', message: refusals.usernameReserved }],
      });
    },
  );

  it('refuses other members’ names and addresses in any case, and claims nothing', async () => {
    await app.register('Taken');
    const sameName = await app
      .browser()
      .post('/api/register', { ...registration('tAKEN'), email: 'new@example.org' });
    expect(sameName).toMatchObject(refusal(409, 'username_taken'));
    expect(sameName.body.detail).toBe(refusals.usernameTaken);
    expect(await app.vault.claims.holder(emailClaim('new@example.org'))).toBeNull();

    const sameEmail = await app
      .browser()
      .post('/api/register', { ...registration('newcomer'), email: 'TAKEN@EXAMPLE.ORG' });
    expect(sameEmail).toMatchObject(refusal(409, 'email_taken'));
    expect(await app.vault.claims.holder(usernameClaim('newcomer'))).toBeNull();
  });

  it('lets exactly one of two processes win a race for a name', async () => {
    const tries = Array.from({ length: 8 }, (_, i) =>
      app
        .browser(i % 2 ? other : app)
        .post('/api/register', { ...registration('Raced'), email: `raced${i}@example.org` }),
    );
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.body;
    expect(await app.vault.claims.holder(usernameClaim('raced'))).toBe(winner?.id);
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('username_taken');
  });

  const died = new Error('the process died');
  it.each([
    [
      'its password',
      'phoenix',
      () => vi.spyOn(other.vault.passwords, 'setFirst').mockRejectedValueOnce(died),
    ],
    ['its event', 'fenix', () => vi.spyOn(other.eventStore, 'append').mockRejectedValueOnce(died)],
  ])(
    'continues at once with a registration that crashed before %s, on either process',
    async (_, username, crash) => {
      const crashes = crash();
      expect(await app.browser(other).post('/api/register', registration(username))).toMatchObject(
        refusal(500, 'internal'),
      );
      expect(crashes).toHaveBeenCalled();
      expect(await app.browser().post('/api/login', { username, password })).toMatchObject(
        refusal(401, 'wrong_credentials'),
      );
      const again = { ...registration(username), fullName: 'Corrected' };
      const repeated = await app.browser().post('/api/register', again);
      expect(repeated).toMatchObject({ status: 201, body: { username, fullName: 'Corrected' } });
      expect(await app.browser(other).post('/api/login', { username, password })).toMatchObject({
        status: 200,
      });
      // A retry gets the same answer, but only with the same password.
      expect(await app.browser().post('/api/register', again)).toMatchObject({
        status: 201,
        body: { username },
      });
      for (const other of [{ fullName: 'Another' }, { password: 'another password' }]) {
        const { status } = await app.browser().post('/api/register', { ...again, ...other });
        expect(status).toBe(409);
      }
    },
  );

  it('reserves the names of a crashed registration for a minute', async () => {
    vi.spyOn(other.eventStore, 'append').mockRejectedValueOnce(died);
    await app.browser(other).post('/api/register', registration('ashes'));
    const others = [
      { ...registration('ashes'), password: 'another password', confirmPassword: 'another password' },
      { ...registration('ashes'), email: 'another@example.org' },
    ];
    for (const body of others)
      expect(await app.browser().post('/api/register', body)).toMatchObject(refusal(409, 'username_taken'));
    await app.pass(minute + 1);
    expect(await app.browser().post('/api/register', others[0])).toMatchObject({ status: 201 });
    expect(
      await app.browser().post('/api/login', { username: 'ashes', password: 'another password' }),
    ).toMatchObject({ status: 200 });
  });

  it('makes one account when a registration is sent twice at the same moment', async () => {
    const tries = [app, other, app, other].map((on) =>
      app.browser(on).post('/api/register', registration('doubled')),
    );
    const answers = await Promise.all(tries);
    // A request after the event gets the same answer; before it, the name is taken.
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('username_taken');
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(made).size).toBe(1);
    expect(await app.browser().post('/api/login', { username: 'doubled', password })).toMatchObject({
      status: 200,
    });
  });

  it('makes one account when the same registration ends between looking up the name and the address', async () => {
    const find = other.vault.claims.holder;
    let lookUps = 0;
    let first: unknown;
    vi.spyOn(other.vault.claims, 'holder').mockImplementation(async (claim) => {
      if (claim.kind === 'email') lookUps += 1;
      // The first one looks for a registration that crashed.
      if (lookUps === 2) first ??= await app.browser().post('/api/register', registration('between'));
      return find(claim);
    });
    const second = await app.browser(other).post('/api/register', registration('between'));
    expect(first).toMatchObject({ status: 201, body: { id: second.body.id } });
    expect(second.status).toBe(201);
  });

  it('keeps a name whose registration crashed after its event', async () => {
    vi.spyOn(other.vault.claims, 'confirm').mockRejectedValueOnce(new Error('the process died'));
    expect(await app.browser(other).post('/api/register', registration('survivor'))).toMatchObject({
      status: 500,
    });
    await app.pass(2 * minute);
    const others = { ...registration('survivor'), email: 'others@example.org' };
    expect(await app.browser().post('/api/register', others)).toMatchObject(refusal(409, 'username_taken'));
    expect(await app.browser().post('/api/login', { username: 'survivor', password })).toMatchObject({
      status: 200,
    });
  });

  it('never gives a newcomer the id or the password of an existing member', async () => {
    const present = await app.register('present');
    vi.spyOn(app.vault.userIds, 'next').mockResolvedValueOnce(present.id);
    const newcomer = await app.register('latecomer', { password: 'another password' });
    expect(newcomer.id).not.toBe(present.id);
    expect(await app.vault.passwords.verify(present.id, password)).toBe(true);
    expect(await app.events(userStream(present))).toHaveLength(1);
  });
});

describe('POST /api/login', () => {
  it.each(['Linus', 'lINUS', 'Linus@example.org', 'LINUS@EXAMPLE.ORG'])(
    'signs in with %s',
    async (username) => {
      if ((await app.vault.claims.holder(usernameClaim('linus'))) === null) await app.register('Linus');
      const browser = app.browser();
      const answer = await browser.post('/api/login', { username, password });
      expect(answer).toMatchObject({ status: 200, body: { username: 'Linus' } });
      expect(answer.headers.get('x-position')).toMatch(/^\d+$/);
      expect(await app.vault.sessions.find(browser.cookies.get('session') ?? '')).not.toBeNull();
    },
  );

  it('gives the same answer for a wrong name and a wrong password', async () => {
    await app.register('known');
    const wrongPassword = await app.browser().post('/api/login', { username: 'known', password: 'wrong' });
    const wrongName = await app.browser().post('/api/login', { username: 'unknown', password: 'wrong' });
    expect(wrongPassword).toMatchObject(refusal(401, 'wrong_credentials'));
    expect(wrongPassword.body.detail).toBe(refusals.wrongCredentials);
    expect(wrongName.status).toBe(wrongPassword.status);
    expect(wrongName.body).toEqual(wrongPassword.body);
    expect(wrongName.headers.getSetCookie()).toEqual([]);
  });

  it('names the missing field', async () => {
    const answer = await app.browser().post('/api/login', {});
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([
      { path: 'username', message: texts.validation.usernameRequired },
      { path: 'password', message: texts.validation.passwordRequired },
    ]);
  });

  it('ends the browser’s previous session', async () => {
    const member = await app.register('twice');
    const before = member.cookies.get('session') ?? '';
    await member.post('/api/login', { username: 'twice', password });
    expect(member.cookies.get('session')).not.toBe(before);
    expect(await app.vault.sessions.find(before)).toBeNull();
  });

  it.each(['guessed', 'nobody_at_all'])(
    'refuses %s after ten wrong passwords, for a while',
    async (username) => {
      if (username === 'guessed') await app.register('guessed');
      const guess = (name: string, given: string) =>
        app.browser().post('/api/login', { username: name, password: given });
      for (let i = 0; i < 10; i += 1)
        expect(await guess(username, `guess ${i}`)).toMatchObject({ status: 401 });
      const refused = await guess(username, password);
      expect(refused).toMatchObject(refusal(429, 'too_many_requests'));
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
      await app.pass(15 * minute);
      expect(await guess(username, password)).toMatchObject({ status: username === 'guessed' ? 200 : 401 });
    },
  );

  const guess = (name: string, given: string) =>
    app.browser().post('/api/login', { username: name, password: given });
  const wrongTries = async (name: string, count: number) => {
    for (let i = 0; i < count; i += 1) expect(await guess(name, `guess ${i}`)).toMatchObject({ status: 401 });
  };

  it('compares ten wrong passwords of an account under any mix of its names, and then not even the right one', async () => {
    await app.register('mixed');
    await wrongTries('mixed', 4);
    await wrongTries('Mixed', 2);
    await wrongTries('mixed@example.org', 4);
    for (const name of ['mixed', 'mixed@example.org'])
      expect(await guess(name, password)).toMatchObject(refusal(401, 'wrong_credentials'));
    await app.pass(15 * minute);
    expect(await guess('mixed@example.org', password)).toMatchObject({ status: 200 });
  });

  it('forgets wrong passwords after the right one, under the name used', async () => {
    await app.register('forgotten');
    await wrongTries('forgotten', 6);
    await wrongTries('forgotten@example.org', 3);
    expect(await guess('forgotten', password)).toMatchObject({ status: 200 });
    await wrongTries('forgotten', 9);
    expect(await guess('forgotten', password)).toMatchObject({ status: 200 });
    await wrongTries('forgotten@example.org', 6);
    expect(await guess('forgotten@example.org', password)).toMatchObject({ status: 200 });
  });

  it('does not reveal by a locked username which email address belongs to it, or the reverse', async () => {
    await app.register('lena');
    await app.register('nils');
    const own = { lena: 'lena@example.org', 'lena@example.org': 'lena' };
    for (const [closed, other] of Object.entries(own)) {
      await wrongTries(closed, 10);
      expect(await guess(closed, 'wrong')).toMatchObject(refusal(429, 'too_many_requests'));
      const others = ['nils', 'nils@example.org', 'nobody', 'nobody@example.org'];
      const [told, ...toldOfOthers] = await Promise.all(
        [other, ...others].map(async (name) => {
          const { status, body, headers } = await guess(name, 'wrong');
          return { status, body, retryAfter: headers.get('retry-after') };
        }),
      );
      expect(toldOfOthers).toEqual(others.map(() => told));
      // As many as for unknown names, and by the same clock.
      await wrongTries(other, 9);
      expect(await guess(other, 'wrong')).toMatchObject(refusal(429, 'too_many_requests'));
      await app.pass(15 * minute);
    }
  });

  it('unlocks the two names of an account one at a time, whatever the member proves', async () => {
    const member = await app.register('kept');
    await wrongTries('kept', 10);
    await wrongTries('kept@example.org', 10);
    await app.pass(10 * minute);
    const token = (await app.vault.resetLinks.issue(member.id)).token;
    expect(await app.browser().post('/api/reset-password', { token, newPassword: password })).toMatchObject({
      status: 204,
    });
    expect(await guess('kept@example.org', password)).toMatchObject({ status: 429 });
    expect(await guess('kept', password)).toMatchObject({ status: 200 });
    expect(await guess('kept@example.org', password)).toMatchObject({ status: 429 });
  });
});

describe('POST /api/logout', () => {
  it('ends the session everywhere and clears the cookie', async () => {
    const member = await app.register('leaving');
    const token = member.cookies.get('session') ?? '';
    expect(await other.vault.sessions.find(token)).not.toBeNull();
    const answer = await member.post('/api/logout');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect(member.cookies.has('session')).toBe(false);
    expect(await app.vault.sessions.find(token)).toBeNull();
    await expect.poll(() => other.vault.sessions.find(token)).toBeNull();
  });

  it('succeeds without a session', async () => {
    expect(await app.browser().post('/api/logout')).toMatchObject({ status: 204 });
  });
});

describe('the first administrator', () => {
  it('is member 1, admin, not verified, and can sign in', async () => {
    const answer = await app.browser().post('/api/login', { username: 'admin', password: adminPassword });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 1, username: 'admin', isAdmin: true, isAuthorized: false, pmcwTokens: 0 },
    });
  });

  it('is made once and keeps the first password', async () => {
    expect(await app.service.ensureAdministrator(async () => 'another password')).toBe('present');
    expect(await app.events('user-1')).toHaveLength(2);
    expect(await app.vault.passwords.verify(1, adminPassword)).toBe(true);
  });
});
