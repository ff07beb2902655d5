import { type MailServerStandIn, startMailServer } from '@pmcw/testing/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, newKey, signInWith } from '../../test/passkeys.ts';
import { type Process, password, type Running, run, userStream } from '../../test/running.ts';

let mailServer: MailServerStandIn;
let app: Running;
let other: Process;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await run({ mail: { smtpUrl: mailServer.url, limits: { lookEveryMs: 50 } } });
  other = await app.another();
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});

const hour = 60 * 60_000;
const mailsTo = (username: string) => mailServer.to(`${username}@example.org`);
/** The token of the latest mailed link of a kind. */
async function linkTo(username: string, to: 'confirm' | 'reset', count = 1): Promise<string> {
  const found = () =>
    mailsTo(username).flatMap(({ text }) => new RegExp(`#${to}=([\\w-]+)`).exec(text ?? '')?.[1] ?? []);
  await expect.poll(() => found().length).toBe(count);
  return found().at(-1) ?? '';
}
const confirm = (token: unknown) => app.browser(other).post('/api/confirm-email', { token });
const confirmations = async (member: { readonly id: number }) =>
  (await app.events(userStream(member))).filter(({ type }) => type === 'EmailConfirmed').length;
const invalid = { status: 400, body: { code: 'confirm_link_invalid' } };

describe('an email address', () => {
  it('is confirmed once by the mailed link of a registration, on either process', async () => {
    const ada = await app.register('ada');
    const token = await linkTo('ada', 'confirm');
    expect(await confirmations(ada)).toBe(0);
    for (let n = 0; n < 2; n += 1) expect(await confirm(token)).toMatchObject({ status: 204 });
    expect(await confirmations(ada)).toBe(1);
    const login = await app.browser().post('/api/login', { username: 'ada', password });
    expect(login.body).toMatchObject({ isEmailConfirmed: true });
    expect(await ada.post('/api/user/email-confirmation')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('can be mailed another link, three times an hour', async () => {
    const ben = await app.register('ben');
    await linkTo('ben', 'confirm');
    for (let n = 0; n < 3; n += 1) {
      expect(await ben.post('/api/user/email-confirmation')).toMatchObject({ status: 204 });
    }
    expect(await ben.post('/api/user/email-confirmation')).toMatchObject({ status: 429 });
    expect(await confirm(await linkTo('ben', 'confirm', 4))).toMatchObject({ status: 204 });
  });

  it('is not confirmed by other texts, by expired links, or for deleted members', async () => {
    const cem = await app.register('cem');
    const token = await linkTo('cem', 'confirm');
    const [, until = '', mark = ''] = /^\d+-(\d+)-(.+)$/.exec(token) ?? [];
    for (const made of ['x', `1-${until}-${mark}`, `${cem.id}-${Number(until) + 1}-${mark}`]) {
      expect(await confirm(made)).toMatchObject(invalid);
    }
    expect(await confirm(7)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    await app.pass(7 * 24 * hour + 60_000);
    expect(await confirm(token)).toMatchObject(invalid);
    const dan = await app.register('dan');
    const ofDan = await linkTo('dan', 'confirm');
    await dan.call('DELETE', '/api/user/account');
    expect(await confirm(ofDan)).toMatchObject(invalid);
  });

  it('is confirmed by a mailed reset link, which ends ways to sign in that an intruder added, but not by an administrator’s link', async () => {
    const eve = await app.register('victim');
    const key = newKey();
    await add(eve, key);
    await app.browser().post('/api/forgot-password', { username: 'victim@example.org' });
    const reset = { token: await linkTo('victim', 'reset'), newPassword: 'battery staple' };
    expect(await app.browser(other).post('/api/reset-password', reset)).toMatchObject({ status: 204 });
    expect(await confirmations(eve)).toBe(1);
    expect((await signInWith(key, app.browser())).status).toBe(400);

    const fay = await app.register('helped');
    const { text } = await (await app.administrator()).post(`/api/admin/users/${fay.id}/reset-link`);
    const token = /#reset=([\w-]+)"/.exec(text)?.[1] ?? '';
    await app.browser().post('/api/reset-password', { token, newPassword: 'battery staple' });
    expect(await confirmations(fay)).toBe(0);
  });
});

it('no confirmation is requested if the site sends no mail', async () => {
  const quiet = await run();
  try {
    const ada = await quiet.register('ada');
    expect(await ada.post('/api/user/email-confirmation')).toMatchObject({ status: 404 });
  } finally {
    await quiet.stop();
  }
});
