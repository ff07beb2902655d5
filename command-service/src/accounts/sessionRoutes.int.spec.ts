import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { type Process, password, type Running, registration, run } from '../../test/running.ts';

let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run();
  other = await app.another();
});
afterAll(() => app.stop());

const path = '/api/user/sessions';
const tokenOf = (browser: Browser) => browser.cookies.get('session') ?? '';
const idOf = async (browser: Browser) => (await app.vault.sessions.find(tokenOf(browser)))?.id ?? '';
const isLive = async (browser: Browser) => (await app.vault.sessions.find(tokenOf(browser))) !== null;

/** A new member, signed in in three browsers, one of them on another process. */
async function onThree(name: string) {
  const laptop = await app.register(name);
  const [phone, tablet] = [await app.withSession(laptop.id), await app.withSession(laptop.id, other)];
  return { laptop, phone, tablet };
}

describe('signing in', () => {
  it('stores the names of browser and system, and nothing else of the browser', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const browser = app.browser();
    const headers = { 'user-agent': userAgent };
    const { body } = await browser.call('POST', '/api/register', registration('devices'), headers);
    await app.browser().call('POST', '/api/login', { username: 'devices', password }, headers);
    const device = { browser: 'Firefox', system: 'Windows' };
    const sessions = await app.vault.sessions.all(Number(body.id));
    expect(sessions.map((session) => session.device)).toEqual([device, device]);
  });
});

describe('ending sessions', () => {
  it('ends one of your own everywhere, and no other', async () => {
    const { laptop, phone, tablet } = await onThree('one_ended');
    const told = vi.fn();
    const stop = other.vault.sessions.onEnded(told);
    const id = await idOf(phone);
    expect(await laptop.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 204, text: '' });
    const ended = { sessionId: id, userId: laptop.id, reason: 'ended_elsewhere' };
    await expect.poll(() => told).toHaveBeenCalledWith(expect.objectContaining(ended));
    stop();
    expect(await phone.call('PATCH', '/api/user/profile', { fullName: 'Still here' })).toMatchObject({
      status: 401,
    });
    expect([await isLive(laptop), await isLive(tablet)]).toEqual([true, true]);
    expect(await laptop.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 });
  });

  it('ends all others', async () => {
    const { laptop, phone, tablet } = await onThree('others_ended');
    expect(await laptop.call('DELETE', path)).toMatchObject({ status: 204 });
    expect([await isLive(laptop), await isLive(phone), await isLive(tablet)]).toEqual([true, false, false]);
    await expect.poll(() => other.vault.sessions.find(tokenOf(tablet))).toBeNull();
  });

  it('signs out if it is the current one', async () => {
    const member = await app.register('own_ended');
    const token = tokenOf(member);
    const answer = await member.call('DELETE', `${path}/${await idOf(member)}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect(member.cookies.has('session')).toBe(false);
    expect(await app.vault.sessions.find(token)).toBeNull();
  });

  it('finds no other member’s session, and leaves it', async () => {
    const [ada, bea] = [await app.register('ada'), await app.register('bea')];
    for (const id of [await idOf(bea), 'made-up', tokenOf(ada)]) {
      expect(await ada.call('DELETE', `${path}/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect([await isLive(ada), await isLive(bea)]).toEqual([true, true]);
  });
});
