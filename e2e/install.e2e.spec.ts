import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPerson, openProfile, type Person, withWorker } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register, registerUnseen, say } from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';

const expected = [/401 \(Unauthorized\)/];
const inTime = { timeout: 60_000, interval: 150 };
const source = v.looseObject({ src: v.string() });
const manifestSchema = v.looseObject({
  icons: v.array(source),
  screenshots: v.array(source),
  shortcuts: v.array(v.looseObject({ url: v.string(), icons: v.array(source) })),
});

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** A member on a page that the service worker answers. */
async function member(fullName: string, username: string): Promise<Person> {
  const person = await openPerson(browser, instance.url, expected, withWorker);
  await register(person, fullName, username);
  await workerIsReady(person.page);
  await person.page.reload();
  return person;
}

/** Submits shared content as the browser does for another app: a posted form. */
const share = (page: Page, fields: object, file?: { name: string; type: string; base64: string }) =>
  page.evaluate(`(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    const file = ${JSON.stringify(file ?? null)};
    if (file !== null) {
      const bytes = Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], file.name, { type: file.type }));
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', files: files.files }));
    }
    document.body.append(form);
    form.submit();
  })()`);

describe('the manifest', () => {
  it('makes the app installable, and all files that it names exist', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-profile-'));
    const { context, page, complaints } = await openProfile(folder, instance.url, expected);
    await page.goto('/');
    await workerIsReady(page);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const { icons, screenshots, shortcuts } = v.parse(manifestSchema, JSON.parse(data ?? '{}'));
    const named = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
    for (const where of [...named.map(({ src }) => src), ...shortcuts.map(({ url }) => url)]) {
      expect([where, (await page.request.get(where)).status()]).toEqual([where, 200]);
    }
    expect(complaints).toEqual([]);
    await context.close();
    await rm(folder, { recursive: true });
  });
});

describe('content shared by other apps', () => {
  it('text waits on the device, also for a sign-in, and goes into the chosen conversation', async () => {
    const lena = await member('Lena Weber', 'lena');
    const { page } = lena;
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await share(page, { title: 'A page', text: '', url: 'https://example.org/' });
    await page.getByText('https://example.org/').waitFor();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await page.getByLabel('Username').fill('lena');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/share-target');
    await page.getByRole('button', { name: 'Global Chat' }).click();
    await expect.poll(() => composer(page).inputValue(), inTime).toBe('A page\nhttps://example.org/');
    await page.goto('/share-target');
    await page.getByText('Nothing here yet').waitFor();
    expect(lena.complaints).toEqual([]);
    await lena.context.close();
  });

  it('a picture becomes the avatar; unusable content is reported and can be discarded; nothing stays for the next member', async () => {
    const omar = await member('Omar Haddad', 'omar');
    const { page } = omar;
    const png = (await page.request.get('/icons/icon-192.png')).body();
    await share(page, {}, { name: 'me.png', type: 'image/png', base64: (await png).toString('base64') });
    await page.getByRole('img', { name: 'me.png' }).waitFor();
    await page.getByRole('button', { name: 'Use as avatar' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing here yet').waitFor();

    await share(page, {}, { name: 'form.pdf', type: 'application/pdf', base64: 'JVBERg==' });
    await page.getByText('The app cannot use this kind of file.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing here yet').waitFor();

    await share(page, { text: 'only mine' });
    await page.getByText('only mine').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await page.goto('/share-target');
    await page.getByText('Nothing here yet').waitFor();
    expect(omar.complaints).toEqual([]);
    await omar.context.close();
  });

  it('is refused with a reason if it is too much, and never sent without a press', async () => {
    const kofi = await member('Kofi Mensah', 'kofi');
    const { page } = kofi;
    const refusal = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await share(page, { text: 'x'.repeat(8_001) });
    await refusal('The text is longer than 8,000 characters.').waitFor();
    await share(page, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, 'x'])));
    await refusal('These are too many things at once.').waitFor();
    // As any other site could.
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(33 * 1024 * 1024)], 'large.png', { type: 'image/png' }));
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', files: files.files }));
      document.body.append(form);
      form.submit();
    })()`);
    await refusal('It is larger than 32 MB.').waitFor();
    await page.getByText('Nothing here yet').waitFor();
    await share(page, { text: 'send me' });
    const card = page.getByRole('listitem').filter({ hasText: 'send me' });
    await card.getByText('Shared from another app').waitFor();
    await page.getByRole('button', { name: 'Global Chat' }).click();
    await expect.poll(() => composer(page).inputValue(), inTime).toBe('send me');
    expect(await page.getByRole('region', { name: 'Conversation' }).getByText('send me').count()).toBe(0);
    expect(kofi.complaints.filter((text) => !text.includes('was refused'))).toEqual([]);
    await kofi.context.close();
  });
});

it('links with the product’s scheme lead to profiles and conversations, and nowhere else', async () => {
  const ravi = await member('Ravi Iyer', 'ravi');
  const { page } = ravi;
  await page.goto('/open-link?address=web%2Bpmcw%3Aravi');
  await page.waitForURL('**/ravi');
  await page.goto('/open-link?address=javascript%3Aalert(1)');
  await page.waitForURL('**/not-found');
  expect(ravi.complaints).toEqual([]);
  await ravi.context.close();
});

it('is offered once, after the first message; launches need no reload; the icon counts unread messages', async () => {
  const mira = await openPerson(browser, instance.url, expected, withWorker);
  await mira.context.addInitScript(`
    window.shown = [];
    navigator.setAppBadge = async (count) => { window.shown.push(count); };
    navigator.clearAppBadge = async () => { window.shown.push('none'); };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer(consumer) { window.launch = consumer; } } });
  `);
  const { page } = mira;
  await register(mira, 'Mira Novak', 'mira');
  const offer = `(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = async () => { window.asked = true; return { outcome: 'accepted' }; };
    window.dispatchEvent(event);
    return event.defaultPrevented;
  })()`;
  expect(await page.evaluate(offer)).toBe(true);
  await expect.poll(() => page.evaluate('typeof window.launch'), inTime).toBe('function');
  await page.evaluate('window.here = true; window.launch({ targetURL: location.origin + "/messages" })');
  await page.waitForURL('**/messages');
  expect(await page.evaluate('window.here')).toBe(true);

  await page.getByRole('button', { name: /Global Chat/ }).click();
  const card = page.getByRole('complementary', { name: 'Install PMCW' });
  expect(await card.count()).toBe(0);
  await say(mira, 'my first words');
  await card.getByRole('button', { name: 'Install', exact: true }).click();
  await expect.poll(() => page.evaluate('window.asked'), inTime).toBe(true);
  await expect.poll(() => card.count(), inTime).toBe(0);
  // The browser offers it again; a member declines, and is not asked again after another message or visit.
  await page.evaluate(offer);
  await card.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await page.evaluate(offer);
  await say(mira, 'and some more');
  await page.getByText('and some more').first().waitFor();
  expect(await card.count()).toBe(0);

  const noor = await openPerson(browser, instance.url, expected);
  await registerUnseen(noor, 'Noor Adeyemi', 'noor');
  await accept(mira, 'noor');
  await noor.page.goto('/messages?user=mira');
  await composer(noor.page).waitFor();
  await say(noor, 'are you there?');
  await expect.poll(() => page.evaluate('window.shown.at(-1)'), inTime).toBe(1);
  await page
    .getByRole('link', { name: /^Messages ?, 1 unread$/ })
    .filter({ hasText: /^1/ })
    .waitFor();
  await page.getByRole('button', { name: /^Noor Adeyemi.*are you there\?.*1 unread$/ }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate('window.shown.at(-1)'), inTime).toBe('none');
  expect([...mira.complaints, ...noor.complaints]).toEqual([]);
  await Promise.all([mira.context.close(), noor.context.close()]);
});
