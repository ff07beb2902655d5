import type { Locator, Page } from 'playwright-core';
import type { Person } from './browser.ts';

/** Requests sent just before a session ends are answered after it. */
export const loggedOutMeanwhile = /401 \(Unauthorized\)/;

/** Password of all members in the journeys. */
export const password = 'a long enough password';

async function enter({ page, url }: Person, door: 'register' | 'login', data: object): Promise<void> {
  const answer = await page.request.post(`/api/${door}`, { headers: { origin: url }, data });
  if (!answer.ok()) throw new Error(`${door}: ${answer.status()} ${await answer.text()}`);
}

/** Registers by the API without opening a page, which is most of the time that registering takes. */
export const registerUnseen = (person: Person, fullName: string, username: string): Promise<void> =>
  enter(person, 'register', { fullName, username, email: `${username}@example.org`, password });

/** Signs in by the API without opening a page. */
export const loginUnseen = (person: Person, username: string): Promise<void> =>
  enter(person, 'login', { username, password });

/** Registers by the API, in half the time of the form; resolves on the dashboard. */
export async function register(person: Person, fullName: string, username: string): Promise<void> {
  const { page } = person;
  await registerUnseen(person, fullName, username);
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/**
 * Registers through the form; resolves on the dashboard.
 * @param wallet a PMCW address to list and request verification for
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
  // A field is validated when it is left, then on every change.
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
  // The text is still there after a visit to the other form.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Signs in through the form; resolves on the dashboard. */
export async function login({ page }: Person, username: string, secret = password): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Finds a member in the directory, opens their profile and starts a conversation from there. */
export async function findAndMessage({ page }: Person, username: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
  await page.getByRole('searchbox').fill(username);
  const card = page.getByRole('listitem').filter({ hasText: `@${username}` });
  // By keyboard: the card moves while the search narrows.
  await card.getByRole('link', { name: /^View profile/ }).press('Enter');
  await page.waitForURL(`**/${username}`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await composer(page).waitFor();
}

export const composer = (page: Page): Locator => page.getByPlaceholder('Message');

/** Messages of the open conversation with this text. */
export const messages = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').filter({ hasText: text });

export async function say({ page }: Pick<Person, 'page'>, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Resolves when a socket that the page opens later is authenticated, so that the server can push. */
export async function untilLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"authenticated"'));
}

/** The text of a toast on screen; screen readers get a copy elsewhere. */
export const toast = (page: Page, text: string): Locator => page.locator('[data-toasts]').getByText(text);
