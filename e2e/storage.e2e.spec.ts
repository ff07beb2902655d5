import { sampled } from '@pmcw/testing';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messageDatabases } from './support/keptOnDevice.ts';
import { composer, loggedOutMeanwhile, messages, register, registerUnseen, say } from './support/member.ts';
import { cutMessages, messagesAreCut } from './support/messagesCut.ts';
import { asked, countAsking } from './support/persistentStorage.ts';
import { sideways } from './support/sideways.ts';

/** Dexie and the app report the browser's refusal. */
const browserKeepsNothing = /This browser keeps no messages|SecurityError: Refused/;
const reopened = /Need to reopen db/;
const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let omar: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  omar = await openPerson(browser, instance.url);
  await registerUnseen(omar, 'Omar Haddad', 'omar');
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const openWith = async ({ page }: Person, username: string) => {
  await page.goto(`/messages?user=${username}`);
  await composer(page).waitFor();
};
const warning = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const isSent = (page: Page, text: string) =>
  messages(page, text).getByText('Sent').first().waitFor({ state: 'attached' });
const idOf = async ({ page }: Person): Promise<number> =>
  (await (await page.request.get('/api/user')).json()).id;

/** Texts from a member that Omar received. */
async function arrivedFrom(userId: number): Promise<string[]> {
  const response = await omar.page.request.get(`/api/messages/${userId}`);
  const arrived: { content: string }[] = await response.json();
  return arrived.map(({ content }) => content).reverse();
}

it('works in a browser that refuses storage, and shows that permanently', async () => {
  const lena = await openPerson(browser, instance.url, [loggedOutMeanwhile, browserKeepsNothing]);
  const { page } = lena;
  const refuse = "IDBFactory.prototype.open = () => { throw new DOMException('Refused', 'SecurityError'); }";
  await lena.context.addInitScript(refuse);
  await registerUnseen(lena, 'Lena Weber', 'lena');
  await openWith(lena, 'omar');
  await warning(page, 'This browser does not save anything.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await say(lena, 'from a private window');
  await isSent(page, 'from a private window');
  // Another tab has its own memory, and sends from there.
  const elsewhere = await lena.context.newPage();
  await elsewhere.goto('/messages?user=omar');
  await messages(elsewhere, 'from a private window').waitFor();
  await say({ ...lena, page: elsewhere }, 'from another tab');
  await isSent(elsewhere, 'from another tab');
  await messages(page, 'from another tab').waitFor();
  await page.reload();
  await isSent(page, 'from a private window');
  await warning(page, 'This browser does not save anything.').waitFor();
  await page.goto('/dashboard/profile');
  await warning(page, 'This browser does not save anything.').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
  expect(lena.complaints).toEqual([]);
  await lena.context.close();
});

it('stores what was in memory as soon as the browser allows it', async () => {
  const ada = await openPerson(browser, instance.url, [messagesAreCut, browserKeepsNothing]);
  const { page } = ada;
  const cut = await cutMessages(page);
  await ada.context.addInitScript(`{
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      if (sessionStorage.getItem('mended') === null) throw new DOMException('Refused', 'SecurityError');
      return open.apply(this, args);
    };
  }`);
  await registerUnseen(ada, 'Ada Byron', 'ada_byron');
  const id = await idOf(ada);
  await openWith(ada, 'omar');
  const notice = warning(page, 'This browser does not save anything.');
  await notice.waitFor();
  await say(ada, 'the first');
  await say(ada, 'the second');
  await messages(page, 'the second').getByText('Waiting for network').first().waitFor();
  await composer(page).fill('only begun');
  await page.evaluate(
    `sessionStorage.setItem('mended', 'yes'); document.dispatchEvent(new Event('visibilitychange'))`,
  );
  await notice.waitFor({ state: 'detached' });
  await expect.poll(() => composer(page).inputValue(), inTime).toBe('only begun');
  await messages(page, 'the first').waitFor();
  await page.reload();
  await messages(page, 'the second').waitFor();
  await expect.poll(() => composer(page).inputValue(), inTime).toBe('only begun');
  cut.mend();
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['the first', 'the second']);
  await isSent(page, 'the second');
  expect(await messages(page, 'the first').count()).toBe(1);
  expect(ada.complaints).toEqual([]);
  await ada.context.close();
});

const storages = [
  { how: 'refuses it', methods: ['getItem', 'setItem', 'removeItem'], username: 'mira' },
  { how: 'is full', methods: ['setItem'], username: 'nils' },
];
it.each(sampled(storages, 1))(
  'sends and logs out if the browser’s page storage $how',
  async ({ methods, username }) => {
    const person = await openPerson(browser, instance.url, [loggedOutMeanwhile]);
    const { page, context } = person;
    await context.addInitScript(`for (const method of ${JSON.stringify(methods)}) {
    Storage.prototype[method] = () => { throw new DOMException('Refused', 'SecurityError'); };
  }`);
    await registerUnseen(person, `The ${username}`, username);
    const id = await idOf(person);
    await openWith(person, 'omar');
    await say(person, 'kept nowhere');
    await isSent(page, 'kept nowhere');
    await expect.poll(() => arrivedFrom(id), inTime).toEqual(['kept nowhere']);
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    expect(person.complaints).toEqual([]);
    await context.close();
  },
);

const removals = [
  {
    how: 'deletes the database',
    username: 'ravi',
    remove: async (page: Page) => {
      const [name] = await messageDatabases(page);
      await page.evaluate(`new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(${JSON.stringify(name)});
        deletion.onsuccess = resolve;
        deletion.onerror = reject;
      }).then(() => null)`);
    },
  },
  {
    how: "clears the site's data",
    username: 'noor',
    remove: async (_page: Page, devtools: CDPSession) => {
      await devtools.send('Storage.clearDataForOrigin', { origin: instance.url, storageTypes: 'indexeddb' });
    },
  },
];
it.each(sampled(removals, 1))(
  'keeps working with its unsent messages when a person $how under the open app',
  async ({ username, remove }) => {
    const person = await openPerson(browser, instance.url, [messagesAreCut, reopened]);
    const { page } = person;
    const cut = await cutMessages(page);
    await registerUnseen(person, `The ${username}`, username);
    const id = await idOf(person);
    await openWith(person, 'omar');
    await say(person, 'was waiting');
    await messages(page, 'was waiting').getByText('Waiting for network').first().waitFor();
    // The name of the recipient comes from nowhere else.
    await page.route(/\/api\/messages\/(conversations|find-conversation)/, (route) => route.abort('failed'));
    await remove(page, await person.context.newCDPSession(page));
    await composer(page).fill('more');
    await warning(page, 'The browser removed what was saved here.').waitFor();
    await page.getByRole('button', { name: /Omar Haddad/ }).click();
    await messages(page, 'was waiting').waitFor();
    await page.unroute(/\/api\/messages\/(conversations|find-conversation)/);
    cut.mend();
    // While the browser reopens what was removed, a text returns to the composer.
    const sendUntilArrived = async () => {
      if ((await composer(page).inputValue()) === 'more') await composer(page).press('Enter');
      return arrivedFrom(id);
    };
    await expect.poll(sendUntilArrived, inTime).toEqual(['was waiting', 'more']);
    await isSent(page, 'more');
    expect(await messages(page, 'was waiting').count()).toBe(1);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);

/** Lets no message be stored until `window.isQuick`. */
const slowDisk = `const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...row) {
  const store = this;
  const hold = () => { if (!window.isQuick) store.count().onsuccess = hold; };
  if (store.name === 'outbox') hold();
  return add.apply(store, row);
};`;

it('shows a message at once while the disk is slow, takes further keys, and loses neither if the tab closes', async () => {
  const person = await openPerson(browser, instance.url);
  const { page } = person;
  await page.addInitScript(slowDisk);
  await registerUnseen(person, 'Tess Vaughan', 'tess');
  await openWith(person, 'omar');
  await say(person, 'typed on a busy phone');
  const bubble = messages(page, 'typed on a busy phone');
  await bubble.getByText('Saving').first().waitFor();
  expect(await composer(page).inputValue()).toBe('');
  await composer(page).pressSequentially('and the next');
  expect(await composer(page).inputValue()).toBe('and the next');
  await page.evaluate('window.isQuick = true');
  await isSent(page, 'typed on a busy phone');
  expect(await bubble.count()).toBe(1);

  await page.evaluate('window.isQuick = false');
  await composer(page).press('Enter');
  await messages(page, 'and the next').getByText('Saving').first().waitFor();
  await page.reload();
  await expect.poll(() => composer(page).inputValue(), inTime).toBe('and the next');
  await page.evaluate('window.isQuick = true');
  await composer(page).press('Enter');
  await isSent(page, 'and the next');
  expect(await messages(page, 'and the next').count()).toBe(1);
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

it('lists a text whose conversation the browser removed while it was being saved, and names its member once online', async () => {
  const person = await openPerson(browser, instance.url, [messagesAreCut]);
  const { page } = person;
  await page.addInitScript(slowDisk);
  await registerUnseen(person, 'Una Berg', 'una');
  await openWith(person, 'omar');
  await say(person, 'saved too late');
  await messages(page, 'saved too late').getByText('Saving').first().waitFor();
  await page.goto('about:blank');
  const devtools = await person.context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: instance.url, storageTypes: 'indexeddb' });
  await page.route(/\/api\/(messages|drafts)/, (route) => route.abort('failed'));
  await page.goto('/messages');
  await page.getByRole('button', { name: /^Unknown member.*saved too late/ }).click();
  const pane = page.getByRole('region', { name: 'Unknown member' });
  await pane.getByText('The name appears once you are online').waitFor();
  await expect.poll(() => composer(page).inputValue(), inTime).toBe('saved too late');
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute(/\/api\/(messages|drafts)/);
  await page.reload();
  await page.getByRole('heading', { name: 'Omar Haddad' }).waitFor();
  await page.evaluate('window.isQuick = true');
  await composer(page).press('Enter');
  await isSent(page, 'saved too late');
  expect(await messages(page, 'saved too late').count()).toBe(1);
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

/** Makes a page run the app's next version, whose database has one more table. */
const runNextVersion = (page: Page) =>
  page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/this\.messages=this\.table\(.messages.\)/, 'this.version(99).stores({ofTomorrow:"id"}),$&')
      .replace(/(backendDB\(\)\.version<)\d+/, '$11000');
    await route.fulfill({ response, body });
  });

it('stops writing in an older tab after a newer version has upgraded the database, and reports that', async () => {
  const person = await openPerson(browser, instance.url, [messagesAreCut]);
  const { page } = person;
  const cut = await cutMessages(page);
  await registerUnseen(person, 'Sami Aalto', 'sami');
  const id = await idOf(person);
  await openWith(person, 'omar');
  await say(person, 'was waiting');
  await messages(page, 'was waiting').getByText('Waiting for network').first().waitFor();
  await composer(page).fill('just written');
  cut.mend();
  const newer = await person.context.newPage();
  await runNextVersion(newer);
  await newer.goto('/messages?user=omar');
  await page.getByText('A newer version is open in another tab.').waitFor();
  // The newer one sends waiting messages; the text in the composer can be copied.
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['was waiting']);
  await isSent(newer, 'was waiting');
  await composer(page).press('Enter');
  expect(await composer(page).inputValue()).toBe('just written');
  await say({ page: newer }, 'from the newer one');
  await isSent(newer, 'from the newer one');
  expect(await messages(page, 'was waiting').count()).toBe(1);
  // After a reload, the older one opens none of it.
  await page.reload();
  await page.getByText('A newer version is open in another tab.').waitFor();
  expect(await arrivedFrom(id)).toEqual(['was waiting', 'from the newer one']);
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

it('asks for persistent storage after the first draft, again after an installation, and shows the space in the dashboard', async () => {
  const ines = await openPerson(browser, instance.url);
  const { page } = ines;
  await ines.context.addInitScript(countAsking);
  await register(ines, 'Ines Duarte', 'ines');
  const card = page.getByRole('region', { name: 'Storage' });
  await card.getByText(/^[\d.]+ (bytes|kB|MB) of [\d,.]+ [GT]B used$/).waitFor();
  await card.getByText('The browser may clear it when space runs low.').waitFor();
  await openWith(ines, 'omar');
  expect(await asked(page)).toBe(0);
  await composer(page).fill('a first draft');
  await expect.poll(() => asked(page), inTime).toBe(1);
  await page.reload();
  await composer(page).fill('another one');
  await page.goto('/dashboard/profile');
  await card.getByRole('button', { name: 'Keep it' }).click();
  await card.getByText('The browser keeps it until you log out or clear it.').waitFor();
  expect(await asked(page)).toBe(1);
  await page.evaluate("window.dispatchEvent(new Event('appinstalled'))");
  await expect.poll(() => asked(page), inTime).toBe(2);
  expect(await axeViolations(page)).toEqual([]);
  expect(ines.complaints).toEqual([]);
  await ines.context.close();
});

it('shows the storage of the device in the narrowest window, in the longer language', async () => {
  const small = { locale: 'de-DE', viewport: { width: 320, height: 640 } };
  const mai = await openPerson(browser, instance.url, [], small);
  const { page } = mai;
  await registerUnseen(mai, 'Mai Sato', 'mai');
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Speicher' });
  await card.getByRole('button', { name: 'Dauerhaft behalten' }).waitFor();
  expect(await sideways(page)).toEqual([]);
  const text = await card.getByText('Der Browser kann sie löschen').boundingBox();
  // Beside the button there would be room for one word a line.
  expect(text?.width).toBeGreaterThan(160);
  await mai.context.close();
});
