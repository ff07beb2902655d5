import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  composer,
  findAndMessage,
  loginUnseen,
  messages,
  register,
  registerUnseen,
  say,
  toast,
} from './support/member.ts';

let instance: Instance;
let browser: Browser;
let lena: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const mira = await openPerson(browser, instance.url);
  await registerUnseen(mira, 'Mira Okafor', 'mira');
  await mira.context.close();
  lena = await openPerson(browser, instance.url);
  await register(lena, 'Lena Weber', 'lena');
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const textIn = (page: Page) => expect.poll(() => composer(page).inputValue());

it('follows a draft in another tab, and sends only what this tab shows', async () => {
  const { page: first, context } = lena;
  await first.goto('/directory');
  await findAndMessage(lena, 'mira');
  await composer(first).fill('first');
  const second = await context.newPage();
  await second.goto('/messages?user=mira');
  await textIn(second).toBe('first');
  await composer(second).pressSequentially(' second');
  await textIn(first).toBe('first second');
  await composer(first).press('End');
  await composer(first).pressSequentially('!');
  await textIn(second).toBe('first second!');
  await composer(second).press('Enter');
  await messages(first, 'first second!').waitFor();
  await textIn(first).toBe('');
  await second.close();
});

it('loses no key typed right after Enter', async () => {
  const { page } = lena;
  await composer(page).focus();
  await page.keyboard.type('one message');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second message');
  expect(await composer(page).inputValue()).toBe('second message');
  await page.keyboard.press('Enter');
  await messages(page, 'one message').waitFor();
  await messages(page, 'second message').waitFor();
});

it('keeps the indentation of pasted code, and refuses a text that is much too long', async () => {
  const { page } = lena;
  await composer(page).fill('    if (a) {\n        b();\n    }\n\n');
  await composer(page).press('Enter');
  const bubble = messages(page, 'if (a) {').first();
  expect(await bubble.evaluate((element: { textContent: string }) => element.textContent)).toContain(
    '    if (a) {\n        b();\n    }',
  );
  await composer(page).fill('kept');
  await composer(page).press('End');
  await page.evaluate(`document.execCommand('insertText', false, 'x'.repeat(500_000))`);
  await toast(page, 'This text is too long').waitFor();
  expect(await composer(page).inputValue()).toBe('kept');
  await composer(page).fill('');
});

it('sends nothing when Enter ends a composition, in any browser', async () => {
  const { page } = lena;
  await composer(page).fill('half a sen');
  await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false });
  await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 13, isComposing: true });
  expect(await composer(page).inputValue()).toBe('half a sen');
  await composer(page).fill('');
});

it('says that pasted and dropped images can’t be sent', async () => {
  const { page } = lena;
  for (const [kind, data] of [
    ['paste', 'clipboardData'],
    ['drop', 'dataTransfer'],
  ] as const) {
    await page.evaluate(`{
      const field = document.querySelector('[data-draft-of]');
      const files = new DataTransfer();
      files.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true, ${data}: files };
      field.dispatchEvent('${kind}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('drop', init));
    }`);
    await toast(page, 'Images and files can’t be sent').waitFor();
    await toast(page, 'Images and files can’t be sent').waitFor({ state: 'detached' });
  }
});

it('marks a draft in the list', async () => {
  const { page } = lena;
  await composer(page).fill('Half a thought');
  await page.getByRole('button', { name: /Global Chat/ }).click();
  await page.getByRole('button', { name: /Mira Okafor.*Draft: .*Half a thought/ }).waitFor();
  expect(lena.complaints).toEqual([]);
});

it('refuses a message of a blocked member, who keeps its text until they are unblocked', async () => {
  const { page } = lena;
  const refused = /403 \(Forbidden\)/;
  const mira = await openPerson(browser, instance.url, [refused]);
  await loginUnseen(mira, 'mira');
  await accept(mira, 'lena');
  await mira.page.goto('/messages?user=lena');
  await composer(mira.page).waitFor();
  await page.goto('/messages?user=mira');
  await page.getByRole('region', { name: 'Mira Okafor' }).waitFor();
  // With the keyboard alone.
  await page
    .getByRole('region', { name: 'Mira Okafor' })
    .getByRole('button', { name: /^Options/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Block' }).press('Enter');
  await page.getByRole('alertdialog', { name: 'Block @mira?' }).getByText('They are not notified').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
  await toast(page, 'You blocked @mira').waitFor();
  await page.getByText('You blocked @mira.').waitFor();
  expect(await composer(page).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /^Mira Okafor/ }).count()).toBe(0);

  await say(mira, 'Can you hear me?');
  await mira.page.getByText("This member can't receive your messages.").first().waitFor();
  await mira.page.goto('/lena');
  await mira.page.getByRole('heading', { name: 'Lena Weber' }).waitFor();
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Unblock @mira' }).click();
  await page.getByText('No members are blocked.').waitFor();
  await mira.page.goto('/messages?user=lena');
  await mira.page.getByRole('button', { name: 'Retry' }).click();
  await page.goto('/messages?user=mira');
  await messages(page, 'Can you hear me?').waitFor();
  expect([...lena.complaints, ...mira.complaints]).toEqual([]);
  await mira.context.close();
});

it('links addresses in messages and bios, up to their last character', async () => {
  const { page, url } = lena;
  const address = 'https://example.org/wiki/Mercury_(planet)';
  const link = page.getByRole('link', { name: address, exact: true });
  await composer(page).fill(`请看(${address})。谢谢`);
  await composer(page).press('Enter');
  await link.waitFor();
  const data = { fullName: 'Lena Weber', bio: `My page: ${address}.`, telegramHandle: '' };
  const answer = await page.request.patch('/api/user/profile', { headers: { origin: url }, data });
  expect(answer.ok()).toBe(true);
  await page.goto('/lena');
  expect(await link.getAttribute('href')).toBe(address);
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});
