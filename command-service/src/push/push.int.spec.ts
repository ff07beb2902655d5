import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { type Running, run } from '../../test/running.ts';

let app: Running;
let lena: SignedIn;
beforeAll(async () => {
  app = await run();
  lena = await app.register('lena');
});
afterAll(() => app.stop());

const keys = {
  p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
};
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
const targetsOf = async (userId: number) => (await app.vault.push.of([userId])).get(userId) ?? [];
const put = (body: object) => lena.call('PUT', '/api/push-subscription', body);

describe('/api/push-subscription', () => {
  it('stores this browser’s subscription with its setting until it is deleted, without events', async () => {
    const before = await app.eventStore.head();
    expect((await put({ endpoint, keys })).status).toBe(204);
    expect(await targetsOf(lena.id)).toEqual([{ endpoint, ...keys, showsText: false }]);
    await put({ endpoint, keys, showsText: true });
    await put({ endpoint: `${endpoint}2`, keys });
    expect(await targetsOf(lena.id)).toEqual([{ endpoint: `${endpoint}2`, ...keys, showsText: true }]);
    expect((await lena.call('DELETE', '/api/push-subscription')).status).toBe(204);
    expect(await targetsOf(lena.id)).toEqual([]);
    expect((await lena.call('DELETE', '/api/push-subscription')).status).toBe(204);
    expect(await app.eventStore.head()).toBe(before);
  });

  it.each([
    ['http://fcm.googleapis.com/fcm/send/abc'],
    ['https://127.0.0.1/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://fcm.googleapis.com.evil.example/'],
    ['not an address'],
    [`${endpoint}${'x'.repeat(5_000)}`],
  ])('refuses an address that is no push service’s: %s', async (address) => {
    const { status, body } = await put({ endpoint: address, keys });
    expect([status, body.code, body.errors?.map(({ path }) => path)]).toEqual([
      400,
      'invalid_input',
      ['endpoint'],
    ]);
  });

  it('refuses malformed keys', async () => {
    for (const broken of [{}, { ...keys, auth: 'short' }, { ...keys, p256dh: `${keys.p256dh}AAAA` }]) {
      expect((await put({ endpoint, keys: broken })).status).toBe(400);
    }
    expect(await targetsOf(lena.id)).toEqual([]);
  });

  it('deletes it on sign-out', async () => {
    const omar = await app.register('omar');
    await omar.call('PUT', '/api/push-subscription', { endpoint: `${endpoint}omar`, keys });
    expect(await targetsOf(omar.id)).toHaveLength(1);
    await omar.post('/api/logout');
    expect(await targetsOf(omar.id)).toEqual([]);
  });
});
