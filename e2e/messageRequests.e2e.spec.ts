import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { idOfMember } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, registerUnseen, untilLive } from './support/member.ts';
import { sideways } from './support/sideways.ts';

let instance: Instance;
let browser: Browser;
let nadia: Person;
let omar: Person;
let pavel: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const phone = { viewport: { width: 390, height: 780 } };
  [nadia, omar, pavel] = await Promise.all([
    openPerson(browser, instance.url, [/ERR_INTERNET_DISCONNECTED/], phone),
    openPerson(browser, instance.url),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([
    registerUnseen(nadia, 'Nadia Rahimi', 'nadia'),
    registerUnseen(omar, 'Omar Haddad', 'omar'),
    registerUnseen(pavel, 'Pavel Novak', 'pavel'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** Without opening the app. */
async function write(person: Person, username: string, content: string): Promise<void> {
  const data = { receiverId: await idOfMember(person, username), content };
  const answer = await person.page.request.post('/api/messages', { headers: { origin: person.url }, data });
  expect(answer.status()).toBe(201);
}

const readBy = async (person: Person, username: string) => {
  const answer = await person.page.request.get(`/api/messages/${await idOfMember(person, username)}`);
  const schema = v.array(v.object({ content: v.string(), isRead: v.boolean() }));
  return v.parse(schema, await answer.json()).map(({ isRead }) => isRead);
};

const requests = (page: Page) => page.getByRole('button', { name: /^Requests/ });
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const answer = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Message request' }).getByRole('button', { name });

it('shows the first message of an unknown member as a request, quietly, until it is accepted offline', async () => {
  const { page, context } = nadia;
  const live = untilLive(page);
  await page.goto('/messages');
  await live;
  await write(omar, 'nadia', 'Look at https://example.org/offer');
  await requests(page).waitFor();
  expect(await row(page, 'Omar Haddad').count()).toBe(0);
  expect(await page.locator('[data-toasts] > li').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await requests(page).press('Enter');
  await row(page, 'Omar Haddad').press('Enter');
  await messages(page, 'example.org/offer').waitFor();
  await page.getByText('@omar wants to write to you').waitFor();
  expect(await messages(page, 'example.org/offer').getByRole('link').count()).toBe(0);
  expect(await composer(page).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sideways(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  expect(await readBy(omar, 'nadia')).toEqual([false]);

  await context.setOffline(true);
  await answer(page, 'Accept').press('Enter');
  await composer(page).waitFor();
  await messages(page, 'example.org/offer').getByRole('link').waitFor();
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await row(page, 'Omar Haddad').waitFor();
  expect(await requests(page).count()).toBe(0);
  await context.setOffline(false);
  await expect.poll(() => readBy(omar, 'nadia'), { timeout: 60_000 }).toEqual([true]);
  await write(omar, 'nadia', 'Thank you');
  await row(page, 'Omar Haddad').getByText('1 unread').waitFor({ state: 'attached' });
  expect(nadia.complaints).toEqual([]);
});

it('deletes a request with its messages, and shows only later ones', async () => {
  const { page } = nadia;
  await write(pavel, 'nadia', 'Buy now');
  await requests(page).press('Enter');
  await row(page, 'Pavel Novak').press('Enter');
  await answer(page, 'Delete').press('Enter');
  await row(page, 'Omar Haddad').waitFor();
  await page.reload();
  await row(page, 'Omar Haddad').waitFor();
  expect(await requests(page).count()).toBe(0);
  await write(pavel, 'nadia', 'Last chance');
  await requests(page).press('Enter');
  await row(page, 'Pavel Novak').press('Enter');
  await messages(page, 'Last chance').waitFor();
  expect(await messages(page, 'Buy now').count()).toBe(0);
  expect(await readBy(pavel, 'nadia')).toEqual([false, false]);
  expect(nadia.complaints).toEqual([]);
});
