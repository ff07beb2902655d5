import { sampled } from '@pmcw/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  composer,
  findAndMessage,
  login,
  messages,
  register,
  registerByForm,
  say,
} from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';

/**
 * A visitor's app asks for the session, and one that was just signed out for missed changes; Chromium reports every
 * 401.
 */
const nobodySignedIn = /401 \(Unauthorized\).*\/api\/(user|messages\/changes\?after=\d+)\)/;
/**
 * While the server is down every request fails, in one of the many ways that a connection ends, and Chromium reports
 * it.
 */
const serverAway =
  /net::ERR_(CONNECTION|SOCKET|NETWORK|EMPTY|INCOMPLETE|ABORTED)|WebSocket connection|\b50[0-9]\b/;

const count = (person: Person, text: string) =>
  expect.poll(() => messages(person.page, text).count(), { interval: 150 });

/** Starts the product and notifies the pages, whose own next attempt may be a minute later. */
async function startAgain(instance: Instance, people: readonly Person[]): Promise<void> {
  await instance.start();
  await Promise.all(people.map(({ page }) => page.evaluate("dispatchEvent(new Event('online'))")));
}

const engines = sampled(['postgres', 'eventstoredb'] as const, 1);

describe.each(engines)('two members talk, the log in %s', (engine) => {
  let instance: Instance;
  let browser: Browser;
  beforeAll(async () => {
    instance = await startInstance(engine, { isFirstStart: true });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });

  it('loses and doubles no message when the server restarts, and keeps both signed in', async () => {
    const expected = [nobodySignedIn, serverAway];
    const [mira, ravi] = await Promise.all([
      openPerson(browser, instance.url, expected, withWorker),
      openPerson(browser, instance.url, expected, withWorker),
    ]);
    await Promise.all([register(mira, 'Mira Novak', 'mira'), register(ravi, 'Ravi Iyer', 'ravi')]);
    await findAndMessage(mira, 'ravi');
    await findAndMessage(ravi, 'mira');
    await say(mira, 'before the stop');
    await count(ravi, 'before the stop').toBe(1);

    // Every part of the app is on both devices, because a missing one can't be fetched while the server is down.
    await Promise.all([workerIsReady(mira.page), workerIsReady(ravi.page)]);
    expect(await instance.stop('SIGTERM')).toBe(0);
    await say(mira, 'while it is away, one');
    await say(mira, 'while it is away, two');
    await count(mira, 'while it is away, two').toBe(1);
    await startAgain(instance, [mira, ravi]);
    await count(ravi, 'while it is away, two').toBe(1);

    await instance.stop('SIGKILL');
    await say(ravi, 'after a hard stop');
    await startAgain(instance, [mira, ravi]);
    await count(mira, 'after a hard stop').toBe(1);

    const all = ['before the stop', 'while it is away, one', 'while it is away, two', 'after a hard stop'];
    for (const person of [mira, ravi]) {
      await person.page.reload();
      await composer(person.page).waitFor();
      for (const text of all) await count(person, text).toBe(1);
    }
    const stored = await mira.page.request.get('/api/messages/conversations');
    expect(await stored.json()).toMatchObject([
      { username: 'ravi', lastMessage: { content: 'after a hard stop' } },
    ]);

    // With the account, so that no page uses an ended session.
    await mira.page.goto('about:blank');
    await mira.context.clearCookies();
    await login(mira, 'mira');
    expect([...mira.complaints, ...ravi.complaints]).toEqual([]);
    await Promise.all([mira.context.close(), ravi.context.close()]);
  });

  it('from registration to log-out, live in two browsers', async () => {
    const [lena, omar] = await Promise.all([
      openPerson(browser, instance.url, [nobodySignedIn]),
      openPerson(browser, instance.url, [nobodySignedIn]),
    ]);
    await Promise.all([
      registerByForm(lena, 'Lena Weber', 'lena', '0x52908400098527886E0F7030069857D2E4169EE7'),
      registerByForm(omar, 'Omar Haddad', 'omar'),
    ]);

    const listed = await lena.page.request.get('/api/user/wallets');
    expect(await listed.json()).toMatchObject([{ network: 'PMCW' }]);
    // It is already open.
    const { id: userId } = await (await lena.page.request.get('/api/user')).json();
    const data = { userId, message: 'again' };
    const headers = { origin: instance.url };
    expect((await lena.page.request.post('/api/verification-requests', { data, headers })).status()).toBe(
      409,
    );

    await findAndMessage(lena, 'omar');
    await findAndMessage(omar, 'lena');
    // The peer was removed from the address.
    await expect.poll(() => omar.page.url(), { interval: 150 }).toBe(`${instance.url}/messages`);
    await composer(lena.page).fill('Hello Omar!');
    await composer(lena.page).press('Shift+Enter');
    await lena.page.keyboard.type('How are you?');
    await composer(lena.page).press('Enter');
    await count(omar, 'Hello Omar! How are you?').toBe(1);
    await count(lena, 'Hello Omar! How are you?').toBe(1);
    await omar.page.getByRole('log').getByText('Lena Weber: Hello Omar!').waitFor();
    expect(await omar.page.getByRole('log').getAttribute('aria-live')).toBe('polite');
    await say(omar, 'Hello Lena, is your address still the same?');
    await count(lena, 'Hello Lena, is your address still the same?').toBe(1);

    await lena.page.getByRole('button', { name: /Global Chat/ }).click();
    // Pushed to a member with another view open, but not to one with the conversation open.
    await say(lena, 'Is anybody here?');
    const told = omar.page.locator('[data-toasts] > li').filter({ hasText: 'New global message' });
    await told.getByText('Lena Weber: Is anybody here?').waitFor();
    await omar.page.getByRole('button', { name: /Global Chat/ }).click();
    await say(omar, 'Good morning, everyone');
    await count(lena, 'Good morning, everyone').toBe(1);

    const ofAnother = messages(lena.page, 'Good morning, everyone');
    await ofAnother.hover();
    expect(await ofAnother.getByRole('button', { name: 'Delete message' }).count()).toBe(0);
    const own = messages(omar.page, 'Good morning, everyone');
    await own.hover();
    await own.getByRole('button', { name: 'Delete message' }).click();
    await omar.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await count(omar, 'Good morning, everyone').toBe(0);
    await count(lena, 'Good morning, everyone').toBe(0);

    await lena.page.getByRole('button', { name: 'Logout' }).click();
    await lena.page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await lena.page.goto('/messages');
    await lena.page.getByText('You need to log in to access messages.').waitFor();
    await lena.page.goto('/dashboard/profile');
    await lena.page.waitForURL('**/auth');
    expect((await lena.page.request.get('/api/messages/conversations')).status()).toBe(401);

    expect([...lena.complaints, ...omar.complaints]).toEqual([]);
    await Promise.all([lena.context.close(), omar.context.close()]);
  });
});
