import type { Locator, Page } from 'playwright-core';
import type { Person } from './browser.ts';

/** What was asked just before a session ended is answered after it. */
export const loggedOutMeanwhile = /401 \(Unauthorized\)/;

/** Password of everybody in the journeys. */
export const password = 'a long enough password';

async function enter({ page, url }: Person, door: 'register' | 'login', data: object): Promise<void> {
  const answer = await page.request.post(`/api/${door}`, { headers: { origin: url }, data });
  if (!answer.ok()) throw new Error(`${door}: ${answer.status()} ${await answer.text()}`);
}

/** Registers by the API; no page is opened, which is most of what registering takes. */
export const registerUnseen = (person: Person, fullName: string, username: string): Promise<void> =>
  enter(person, 'register', { fullName, username, email: `${username}@example.org`, password });

/** Signs in by the API; no page is opened. */
export const loginUnseen = (person: Person, username: string): Promise<void> =>
  enter(person, 'login', { username, password });

/** Registers by the API, which takes half the time that the form does; resolves on the dashboard. */
export async function register(person: Person, fullName: string, username: string): Promise<void> {
  const { page } = person;
  await registerUnseen(person, fullName, username);
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/**
 * Registers through the form; resolves on the dashboard.
 * @param wallet a PMCW address to list, with which verification is asked for
 */
export async function registerByForm(
  { page }: Person,
  fullName: string,
  username: string,
  wallet: string | null = null,
): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Full name').fill(fullName);
  // A field is checked once it was left, then with every change.
  const refusal = page.getByText('Username can only contain letters, numbers, and underscores');
  await page.getByLabel('Username').fill('no spaces');
  await page.getByLabel('Username').press('Tab');
  await refusal.waitFor();
  await page.getByLabel('Username').fill(username);
  await refusal.waitFor({ state: 'detached' });
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  if (wallet !== null) {
    await page.getByLabel('PMCW wallet address').fill(wallet);
    await page.getByLabel('Request verification').check();
  }
  await page.getByLabel(/I agree/).check();
  // What was typed is still there after a look at the other form.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Signs in through the form; resolves on the dashboard. */
export async function login({ page }: Person, username: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Finds somebody in the directory by name, opens their profile and starts a conversation from there. */
export async function findAndMessage({ page }: Person, username: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
  await page.getByRole('searchbox').fill(username);
  const card = page.getByRole('listitem').filter({ hasText: `@${username}` });
  await card.getByRole('link', { name: /^View profile/ }).click();
  await page.waitForURL(`**/${username}`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await composer(page).waitFor();
}

/** Where a message is written. */
export const composer = (page: Page): Locator => page.getByPlaceholder('Message');

/** The messages of the open conversation that have these words. */
export const messages = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').filter({ hasText: text });

/** Writes a message and sends it with Enter. */
export async function say({ page }: Pick<Person, 'page'>, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Resolves when a socket that the page opens from now on knows who is here: from then on the server can tell. */
export async function untilLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"authenticated"'));
}
