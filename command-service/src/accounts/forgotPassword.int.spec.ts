import { texts } from '@pmcw/contracts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { password, type Running, registration, run } from '../../test/running.ts';

let app: Running;
beforeAll(async () => {
  // No mail is sent: the queue only grows.
  app = await run({
    rateLimits: 'on',
    mail: { smtpUrl: 'smtp://127.0.0.1:1', limits: { atOnce: 0 } },
    trustProxy: ['loopback'],
  });
  for (const name of ['member', 'suspended', 'deleted', 'asked_often']) await register(name);
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

let lastAddress = 0;
/** An address that has sent no request yet. */
const from = () => {
  lastAddress += 1;
  return { 'x-forwarded-for': `192.0.2.${lastAddress}` };
};
const register = (name: string) => app.browser().call('POST', '/api/register', registration(name), from());
const forgot = (username: string, headers = from()) =>
  app.browser().call('POST', '/api/forgot-password', { username, language: 'en' }, headers);

/** Calls of vault and log during a request, and its answer without the request id. */
async function work(username: string) {
  const { claims, resetMails, mails, passwords } = app.vault;
  const spies = [
    vi.spyOn(claims, 'holder'),
    vi.spyOn(resetMails, 'take'),
    vi.spyOn(mails, 'queue'),
    vi.spyOn(passwords, 'prove'),
    vi.spyOn(passwords, 'hash'),
    vi.spyOn(app.eventStore, 'append'),
  ];
  const { status, text, headers } = await forgot(username);
  const calls = spies.map(({ mock }) => mock.calls.length);
  vi.restoreAllMocks();
  const names = [...headers.keys()].filter((name) => name !== 'date').toSorted();
  return { calls, status, text, names };
}

it('does the same work and gives the same answer for any name', async () => {
  const admin = await app.withSession(1);
  const idOf = async (name: string) => app.vault.claims.holder({ kind: 'username', value: name });
  await app.suspend({ id: (await idOf('suspended')) ?? 0 });
  await admin.call('DELETE', `/api/admin/users/${await idOf('deleted')}`);
  for (let n = 0; n < 4; n += 1) await forgot('asked_often');
  const expected = await work('member');
  expect(expected).toMatchObject({ calls: [1, 1, 1, 0, 0, 0], status: 204, text: '' });
  for (const name of [
    'member@example.org',
    'MEMBER',
    'nobody',
    'nobody@example.org',
    '?',
    'suspended',
    'deleted',
    'deleted@example.org',
    'asked_often',
    'admin',
  ]) {
    expect(await work(name), name).toEqual(expected);
  }
});

it('is limited to 20 an hour per address, whatever the names', async () => {
  const own = from();
  for (let n = 0; n < 20; n += 1) expect((await forgot(`guess_${n}`, own)).status).toBe(204);
  const refused = await forgot('member', own);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', detail: texts.refusals.tooMany },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await forgot('member')).status).toBe(204);
  await app.pass(60 * 60_000);
  expect((await forgot('member', own)).status).toBe(204);
});

it('leaves the old password unchanged and appends no event', async () => {
  const head = await app.eventStore.head();
  await forgot('asked_often');
  expect(await app.eventStore.head()).toBe(head);
  const body = { username: 'asked_often', password };
  expect((await app.browser().call('POST', '/api/login', body, from())).status).toBe(200);
});
