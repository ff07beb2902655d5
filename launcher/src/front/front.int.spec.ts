import { newSiteServer } from '@pmcw/http';
import { createRegistry } from '@pmcw/runtime';
import { freePort } from '@pmcw/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { navigating, openPage } from '../../../http/test/openPage.ts';
import { publicUrl } from '../../test/product.ts';
import { Front } from './front.ts';

const site = { publicUrl, logger: pino({ level: 'silent' }) };
let front: Front;
let port: number;
beforeEach(async () => {
  port = await freePort();
  front = await Front.open({ ...site, host: 'localhost', port, registry: createRegistry() });
});
afterEach(() => front.close());

/** Answers itself, and closes the front first. */
async function product() {
  const app = newSiteServer(site);
  app.get('/api', async () => 'from the product');
  app.get('/healthz', async () => 'of the product');
  app.addHook('preClose', () => front.close());
  await app.ready();
  return app;
}

const ask = (path: string, host = '127.0.0.1') => fetch(`http://${host}:${port}${path}`);

it('answers from the first moment, and hands over without a gap', async () => {
  expect(await (await ask('/healthz')).json()).toEqual({ alive: true });
  const asking = { isOver: false };
  const statuses = new Set<number>();
  const asked = (async () => {
    while (!asking.isOver) statuses.add((await ask('/api')).status);
  })();
  const app = await product();
  await expect.poll(() => statuses.has(503)).toBe(true);
  front.passTo(app);
  await expect.poll(() => statuses.has(200)).toBe(true);
  asking.isOver = true;
  await asked;
  expect([...statuses]).toEqual([503, 200]);
  expect(await (await ask('/healthz')).text()).toBe('of the product');
  await app.close();
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
});

it('never shows less than before', async () => {
  for (const share of [0.1, 0.439, 0.2]) front.report(share);
  expect(await (await ask('/api/user')).json()).toMatchObject({ detail: 'Preparing, 43 %' });
  const preparing = { ok: false, severity: 'failed', reason: 'Preparing, 43 %', percent: 43 };
  await expect
    .poll(async () => (await ask('/readyz')).json())
    .toMatchObject({ ready: false, checks: { preparing, instance: { ok: true } } });
});

it.each(['/directory', '/api/openid/callback?code=7', '/media/x'])(
  'shows a page to people that open %s',
  async (path) => {
    front.report(0.439);
    const pageFor = (language: string) =>
      openPage(`http://127.0.0.1:${port}${path}`, { ...navigating, 'accept-language': language });
    const page = await pageFor('fr,en;q=0.8,de;q=0.5');
    expect([page.status, page.headers['retry-after']]).toEqual([503, '3']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'sha256-"),
      vary: 'accept, accept-language, sec-fetch-mode',
    });
    // Long enough for a screen reader.
    expect(page.body).toContain('<meta http-equiv="refresh" content="8">');
    expect(page.body).toMatch(/<html lang="en">[\s\S]*<h1 id="title">Preparing, 43 %<\/h1>/);
    expect(page.body).toContain('<progress max="100" value="43" aria-labelledby="title">');
    const german = await pageFor('de-CH,en;q=0.8');
    expect(german.body).toMatch(/<html lang="de">[\s\S]*<title>Wird vorbereitet, 43 % – PMCW</);
  },
);

it('refuses without a body that it has not read', async () => {
  const body = JSON.stringify({ voice: 'A'.repeat(2_000_000) });
  const headers = { 'content-type': 'application/json', origin: publicUrl };
  const refused = await fetch(`http://127.0.0.1:${port}/api/messages/global`, {
    method: 'POST',
    headers,
    body,
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3']);
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
});

it('shows checks of its start until they are over', async () => {
  const server = await front.refuse(async () => ({ ok: false, reason: 'another log' }));
  const instance = async () => Object(await (await ask('/readyz')).json()).checks.instance;
  await expect.poll(instance).toMatchObject({ ok: false, reason: 'another log' });
  await server.close();
  await expect.poll(instance).toEqual({ ok: true });
});
