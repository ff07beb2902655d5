import { sampled } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, signInAdmin, takeSessionOf } from './support/accounts.ts';
import { openPerson, withWorker } from './support/browser.ts';
import { composer, say, toast } from './support/member.ts';
import {
  arrived,
  expectInLog,
  expectMark,
  expectNothingWaits,
  gate,
  idOf,
  inTime,
  leave,
  type OfflineWorld,
  openWriter,
  startOfflineWorld,
} from './support/offlineWorld.ts';
import { workerIsReady } from './support/serviceWorker.ts';

/** Chromium's messages about a lost network. */
const badNetwork =
  /Failed to load resource|WebSocket|net::ERR_|service worker|error occurred when fetching the script/;

/** A mark on the page, which a reload would remove. */
const mark = 'window.isTheSame = true';
const isTheSame = 'window.isTheSame === true';
const hasComeLater = "performance.getEntriesByName('later').length > 0";
/** The app has fetched toasts, the count of waiting messages and signing out. */
const hasLaterParts = `['ToastRegion', 'OutboxPill', 'SignOut'].every((part) =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/' + part + '-')))`;

describe('a network that drops', () => {
  let world: OfflineWorld;
  beforeAll(async () => {
    world = await startOfflineWorld();
  });
  afterAll(() => world?.remove());

  /** Blocks all requests until it is lifted. */
  function cutAll() {
    const { proxy } = world.product;
    const cable = proxy.requests.always(() => true, { kind: 'cut' });
    proxy.cutSockets();
    return cable;
  }

  it('before the app is on the device: the shell stays, missing parts load with the network, and the page does not reload', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { page } = lena.person;
    await expect.poll(() => page.evaluate(hasLaterParts), inTime).toBe(true);
    await page.evaluate(mark);
    const cable = cutAll();
    await say(lena.person, 'while it is gone');
    await expectMark(lena, 'while it is gone', /^Waiting for network$/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
    const missing = page.getByText('This part of the app could not be loaded');
    await missing.waitFor();
    await page.getByRole('banner').getByRole('status').getByText('waiting').waitFor();
    // More than once: retrying stays possible.
    await page.getByRole('button', { name: 'Try again' }).click();
    await missing.waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Before you log out' });
    await question.getByRole('button', { name: 'Stay logged in' }).click();
    cable.lift();
    await page.getByRole('heading', { name: 'Directory', level: 1 }).waitFor();
    await page.getByText(`@${lena.peer.username}`).waitFor();
    await expectNothingWaits(lena);
    expect(await page.evaluate(isTheSame)).toBe(true);
    await page.goBack();
    await expectMark(lena, 'while it is gone', arrived);
    await expectInLog(world, lena, [await idOf(lena, 'while it is gone')]);
    await leave(lena);
  });

  it('while a button is pressed: the next press works, and the bell and toasts are there again', async () => {
    const omar = await openWriter(world, 'Omar Haddad');
    const { page } = omar.person;
    await page.goto(`/${omar.account.username}`);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    const dialog = page.getByRole('dialog');
    await share.waitFor();
    await page.evaluate(mark);
    const cable = cutAll();
    const failed = page.waitForEvent('requestfailed', {
      predicate: (request) => /\/assets\/\w+-/.test(request.url()),
    });
    await share.click();
    await failed;
    cable.lift();
    await expect
      .poll(async () => {
        // It may have opened automatically, and then covers the button.
        if ((await dialog.count()) === 0) await share.dispatchEvent('click');
        return dialog.count();
      }, inTime)
      .toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count(), inTime).toBe(0);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    await page.getByText('No notifications yet').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(isTheSame)).toBe(true);
    const admin = await signInAdmin(world.product.url, world.product.instance.adminPassword);
    const news = { title: 'All is well', message: 'Again', isActive: true };
    await askAs(world.product.url, admin, 'POST', '/api/admin/notifications', news);
    await toast(page, 'All is well').waitFor();
    await leave(omar);
  });

  it('for one part of the app alone: this is shown until the part is loaded, also during retries', async () => {
    const { context, page, complaints } = await openPerson(world.browser, world.product.url, [badNetwork]);
    const { promise, release } = gate();
    let asked = 0;
    await page.route('**/assets/DirectoryScreen-*.js', async (route) => {
      asked += 1;
      // The first request, and the check whether it exists.
      if (asked > 2) await promise;
      await route.abort();
    });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
    const missing = page.getByText('This part of the app could not be loaded');
    await missing.waitFor();
    await expect.poll(() => asked, inTime).toBeGreaterThan(2);
    expect(await missing.isVisible()).toBe(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    release();
    await page.getByRole('heading', { name: 'Directory', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('while the service worker is installed for the first time: it is installed later, without a reload', async () => {
    const { context, page, complaints } = await openPerson(
      world.browser,
      world.product.url,
      [badNetwork],
      withWorker,
    );
    let files = 0;
    const isLate = ({ path }: { readonly path: string }) => {
      if (path.startsWith('/assets/')) files += 1;
      return files > 40;
    };
    const cable = world.product.proxy.requests.always(isLate, { kind: 'cut' });
    await page.goto('/');
    await page.evaluate(mark);
    await cable.met;
    // The worker that failed to install is gone.
    const workers = () =>
      page.evaluate(
        'navigator.serviceWorker.getRegistration().then((it) => it?.installing ?? it?.active ?? null)',
      );
    await expect.poll(workers, inTime).toBeNull();
    cable.lift();
    await workerIsReady(page);
    expect(await page.evaluate(isTheSame)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('and is lost when a screen opens: each shows its content as soon as it is back', async () => {
    const { product, browser } = world;
    const admin = await signInAdmin(product.url, product.instance.adminPassword);
    const { context, page, complaints } = await openPerson(browser, product.url, [badNetwork], withWorker);
    await takeSessionOf(context, product.url, admin);
    const region = (name: string) => page.getByRole('region', { name });
    /** By path: the request to the server, and the visible result. */
    const screens = [
      ['/dashboard/profile', '/api/user/sign-in-methods', region('Ways to sign in').getByText('Password')],
      ['/dashboard/activity', '/api/user/sessions', page.getByRole('list', { name: 'Devices' })],
      ['/admin-page', '/api/admin/stats', page.getByText('of all').first()],
      ['/admin-page?tab=users', '/api/admin/users', page.getByText('@admin').first()],
      [
        '/admin-page?tab=verification',
        '/api/admin/verification-requests',
        page.getByText('No pending verification requests'),
      ],
      ['/admin-page?tab=notifications', '/api/notifications', page.getByText('All is well').first()],
      [
        '/admin-page?tab=history',
        '/api/admin/history',
        region('Events, newest first').getByRole('link').first(),
      ],
      ['/admin-page?tab=settings', '/api/settings', page.getByLabel('Group link')],
    ] as const;
    await page.goto('/');
    await workerIsReady(page);
    const chosen = sampled(screens, 4);
    for (const [path, , shown] of chosen) {
      await page.goto(path);
      await shown.waitFor();
    }
    for (const [path, asked, shown] of chosen) {
      await context.setOffline(true);
      const failed = page.waitForEvent('requestfailed', {
        predicate: (request) => new URL(request.url()).pathname === asked,
      });
      await page.goto(path);
      await failed;
      await page.evaluate(mark);
      await context.setOffline(false);
      await shown.waitFor();
      expect([path, await page.evaluate(isTheSame)]).toEqual([path, true]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('conversations that failed to load do so while the app is connected', async () => {
    const mira = await openWriter(world, 'Mira Okafor');
    const { page } = mira.person;
    await say(mira.person, 'the first words');
    await expectMark(mira, 'the first words', arrived);
    const other = await openPerson(world.browser, world.product.url, [badNetwork]);
    await takeSessionOf(other.context, world.product.url, mira.account);
    const isList = ({ path }: { readonly path: string }) => path === '/api/messages/conversations';
    const cable = world.product.proxy.requests.always(isList, { kind: 'cut' });
    await other.page.goto('/messages');
    await other.page.getByText('Live', { exact: true }).waitFor();
    await cable.met;
    cable.lift();
    await other.page.getByRole('button', { name: new RegExp(mira.peer.fullName) }).waitFor();
    await expect
      .poll(() => other.page.getByRole('button', { name: 'Retry Loading Conversations' }).count(), inTime)
      .toBe(0);
    await other.page.getByRole('button', { name: new RegExp(mira.peer.fullName) }).click();
    await composer(other.page).waitFor();
    await other.context.close();
    expect(await page.evaluate(hasComeLater)).toBe(true);
    await leave(mira);
  });
});
