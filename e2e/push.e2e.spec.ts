import { pushPayloadSchema } from '@pmcw/contracts';
import type { Browser, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type PushServiceStandIn,
  type SubscribedBrowser,
  startPushService,
} from '../testing/src/pushService.ts';
import { launchWholeBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, loginUnseen, messages, register, registerUnseen, say } from './support/member.ts';
import { gate } from './support/offlineWorld.ts';
import { asked, countAsking } from './support/persistentStorage.ts';
import { hide } from './support/serviceWorker.ts';

const expected = [/401 \(Unauthorized\)/];
const inTime = { timeout: 60_000, interval: 150 };
const shownSchema = v.array(v.object({ title: v.string(), body: v.string(), tag: v.string() }));

let service: PushServiceStandIn;
let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  service = await startPushService();
  [instance, browser] = await Promise.all([
    startInstance('postgres', { settings: { PUSH_SERVICES: service.origin } }),
    launchWholeBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
  await service?.close();
});

/** A browser that uses this spec's push service, because the real one can't be reached. */
async function openSubscriber(name: string) {
  const subscriber = service.browser(name);
  const person = await openPerson(browser, instance.url, expected, withWorker);
  await person.context.grantPermissions(['notifications'], { origin: instance.url });
  await person.context.addInitScript(`
    const subscription = {
      ...${JSON.stringify(subscriber.subscription)},
      options: { applicationServerKey: null, userVisibleOnly: true },
      toJSON: () => (${JSON.stringify(subscriber.subscription)}),
      unsubscribe: async () => { localStorage.removeItem('subscribed-with'); return true; },
    };
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.setItem('subscribed-with', applicationServerKey);
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => localStorage.getItem('subscribed-with') && subscription;
  `);
  return { person, subscriber };
}

/** Delivers a push to the service worker, as the browser does. */
async function deliver({ context }: Person, data: string): Promise<void> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: instance.url, registrationId, data });
  await page.close();
}

/** Notifications on screen, from the service worker: no page needs to be open. */
async function shown({ context }: Person) {
  const [worker] = context.serviceWorkers();
  const notifications = await worker?.evaluate(
    'self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))',
  );
  return v.parse(shownSchema, notifications);
}

/** The push of each conversation's newest message that the push service took, by username. */
const payloadsOf = (subscriber: SubscribedBrowser) =>
  new Map(
    service.taken
      .filter(({ path }) => subscriber.subscription.endpoint.endsWith(path))
      .map(({ body }) => v.parse(pushPayloadSchema, JSON.parse(subscriber.open(body))))
      .map((payload) => [payload.from?.username, payload]),
  );

const setting = (page: Page) => page.getByRole('switch', { name: 'Message notifications' });

it('announces messages while no page is visible, with one notification per conversation, until the log-out', async () => {
  const { person: lena, subscriber } = await openSubscriber('lena');
  await lena.context.addInitScript(countAsking);
  const omar = await openPerson(browser, instance.url, expected);
  await Promise.all([register(lena, 'Lena Weber', 'lena'), register(omar, 'Omar Haddad', 'omar')]);
  await accept(lena, 'omar');
  const told = () =>
    service.taken.map(({ body }) => v.parse(pushPayloadSchema, JSON.parse(subscriber.open(body))));
  await expect.poll(() => setting(lena.page).isEnabled(), inTime).toBe(true);
  expect(await setting(lena.page).isChecked()).toBe(false);
  expect(await asked(lena.page)).toBe(0);
  await setting(lena.page).click();
  await expect.poll(() => setting(lena.page).isChecked(), inTime).toBe(true);
  // Browsers that refused before may grant it after this consent.
  expect(await asked(lena.page)).toBe(1);
  const { publicKey } = v.parse(
    v.object({ publicKey: v.string() }),
    await (await lena.page.request.get('/api/push-key')).json(),
  );
  expect(await lena.page.evaluate('localStorage.getItem("subscribed-with")')).toBe(publicKey);

  // Page visible: no push. In the background: the sender, but not the text.
  await lena.page.goto('/messages?user=omar');
  await composer(lena.page).waitFor();
  await omar.page.goto('/messages?user=lena');
  await composer(omar.page).waitFor();
  await say(omar, 'you see this');
  await expect.poll(() => messages(lena.page, 'you see this').count(), inTime).toBe(1);
  await hide(lena.page);
  // Both take the same path, this one after the frame that reports the message.
  await expect
    .poll(
      async () => {
        await say(omar, 'a secret');
        return told().length;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  const [payload] = told();
  expect(payload).toMatchObject({ from: { username: 'omar', fullName: 'Omar Haddad' }, text: null });

  await lena.page.goto('about:blank');
  for (const text of [null, 'now with words']) {
    const body = text ?? 'New message';
    const tag = `conversation-${payload?.from?.id}`;
    await expect
      .poll(
        async () => {
          // Again, while the browser still considers the page that was left visible.
          await deliver(lena, JSON.stringify({ ...payload, text }));
          return shown(lena);
        },
        { timeout: 60_000, interval: 500 },
      )
      .toEqual([{ title: 'Omar Haddad', body, tag }]);
  }

  // Pressing it opens the conversation in the existing window.
  await lena.page.goto('/directory');
  await lena.page.getByRole('heading', { name: 'Member Directory' }).waitFor();
  const [worker] = lena.context.serviceWorkers();
  const data = await worker?.evaluate('self.registration.getNotifications().then(([first]) => first.data)');
  expect(data).toMatchObject({ path: '/messages?user=omar' });
  await expect
    .poll(
      async () => {
        // Repeats until the page is there to receive it. `waitUntil` of an event that is not dispatched by the browser
        // throws.
        await worker?.evaluate(`(async () => {
          await self.registration.showNotification('again', { data: ${JSON.stringify(data)} });
          for (const notification of await self.registration.getNotifications()) {
            self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
          }
        })()`);
        return new URL(lena.page.url()).pathname;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe('/messages');
  await composer(lena.page).waitFor();
  await expect.poll(() => shown(lena), inTime).toEqual([]);

  // The start of the app renews the subscription as it was; the member's choice comes after it.
  const chosen = gate();
  const renewal = async (route: Route) => {
    await chosen.promise;
    await route.continue();
  };
  await lena.page.route('**/api/push-subscription', renewal, { times: 1 });
  const renews = lena.page.waitForRequest('**/api/push-subscription');
  await lena.page.goto('/dashboard/profile');
  await renews;
  const textSetting = lena.page.getByRole('switch', { name: 'Show message text' });
  await textSetting.click();
  await expect.poll(() => textSetting.isDisabled(), inTime).toBe(true);
  chosen.release();
  await expect.poll(() => textSetting.isChecked(), inTime).toBe(true);
  await hide(lena.page);
  await expect
    .poll(
      async () => {
        await say(omar, 'no secret');
        return told().at(-1)?.text;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe('no secret');

  await lena.page.getByRole('button', { name: 'Logout' }).click();
  await lena.page.getByRole('link', { name: 'Login', exact: true }).waitFor();
  await expect.poll(() => lena.page.evaluate('localStorage.getItem("subscribed-with")'), inTime).toBeNull();
  await say(omar, 'are you still there?');
  await messages(omar.page, 'are you still there?').getByTitle('Sent').waitFor();
  await omar.page.reload();
  await messages(omar.page, 'are you still there?').waitFor();
  // It would include the text, as the member chose.
  expect(told().map(({ text }) => text)).not.toContain('are you still there?');
  expect([...lena.complaints, ...omar.complaints]).toEqual([]);
  await Promise.all([lena.context.close(), omar.context.close()]);
});

it('closes notifications of messages that were read or deleted on any device, and only those', async () => {
  const { person: ida, subscriber } = await openSubscriber('ida');
  const [noor, emil] = await Promise.all([
    openPerson(browser, instance.url, expected),
    openPerson(browser, instance.url, expected),
  ]);
  await Promise.all([
    register(ida, 'Ida Berg', 'ida'),
    registerUnseen(noor, 'Noor Aziz', 'noor'),
    registerUnseen(emil, 'Emil Roth', 'emil'),
  ]);
  await Promise.all([accept(ida, 'noor'), accept(ida, 'emil')]);
  await expect.poll(() => setting(ida.page).isEnabled(), inTime).toBe(true);
  await setting(ida.page).click();
  await expect.poll(() => setting(ida.page).isChecked(), inTime).toBe(true);
  await ida.page.getByRole('switch', { name: 'Show message text' }).click();
  await expect
    .poll(() => ida.page.getByRole('switch', { name: 'Show message text' }).isChecked(), inTime)
    .toBe(true);
  await ida.page.goto('about:blank');
  for (const { page } of [noor, emil]) {
    await page.goto('/messages?user=ida');
    await composer(page).waitFor();
  }
  await expect
    .poll(
      async () => {
        await say(noor, 'from noor');
        await say(emil, 'from emil');
        return payloadsOf(subscriber).size;
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(2);
  const show = async (names: readonly string[]) => {
    for (const name of names) await deliver(ida, JSON.stringify(payloadsOf(subscriber).get(name)));
    return (await shown(ida)).map(({ title }) => title).sort();
  };
  // Until the browser no longer considers the page that was left visible.
  await expect.poll(() => show(['noor', 'emil']), inTime).toEqual(['Emil Roth', 'Noor Aziz']);

  // She reads one conversation on another device, then opens the app on this one.
  const elsewhere = await openPerson(browser, instance.url, expected);
  await loginUnseen(elsewhere, 'ida');
  await elsewhere.page.goto('/messages?user=noor');
  await messages(elsewhere.page, 'from noor').first().waitFor();
  const list = elsewhere.page.getByRole('button', { name: /Noor Aziz/ });
  await expect.poll(() => list.getByText('unread').count(), inTime).toBe(0);
  await ida.page.goto('/directory');
  await expect.poll(async () => (await shown(ida)).map(({ title }) => title), inTime).toEqual(['Emil Roth']);

  // A push that comes after reading shows nothing of the message.
  await ida.page.goto('about:blank');
  await expect.poll(() => show(['noor']), inTime).toEqual(['Emil Roth', 'PMCW']);
  expect(JSON.stringify(await shown(ida))).not.toContain('noor');

  // A deleted message's text goes when the app is opened.
  for (let left = await messages(emil.page, 'from emil').count(); left > 0; left -= 1) {
    const message = messages(emil.page, 'from emil').first();
    await message.hover();
    await message.getByRole('button', { name: 'Delete' }).click();
    await emil.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => messages(emil.page, 'from emil').count(), inTime).toBe(left - 1);
  }
  await ida.page.goto('/directory');
  await expect.poll(() => shown(ida), inTime).toEqual([]);
  await Promise.all([ida, noor, emil, elsewhere].map(({ context }) => context.close()));
});
