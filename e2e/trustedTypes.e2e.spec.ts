import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, askAs, signInAdmin, signUp, takeSessionOf } from './support/accounts.ts';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages, say, toast } from './support/member.ts';
import { root } from './support/process.ts';
import { workerIsReady } from './support/serviceWorker.ts';

const picture = path.join(root, 'pwa', 'public', 'icons', 'icon-512.png');
const violation = 'A violation of the policy';

let instance: Instance;
let browser: Browser;
let admin: Account;
let ada: Account;
let grace: Account;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  admin = await signInAdmin(instance.url, instance.adminPassword);
  [ada, grace] = await Promise.all([
    signUp(instance.url, 'Ada Lovelace'),
    signUp(instance.url, 'Grace Hopper'),
  ]);
  const wallet = { network: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  await askAs(instance.url, ada, 'POST', '/api/user/wallets', wallet);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** A person with a service worker, who complains about every violation of the policy. */
async function visit(member?: Account): Promise<Person> {
  const person = await openPerson(browser, instance.url, [], withWorker);
  await person.context.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    console.error('${violation}', violatedDirective, sample))`);
  if (member !== undefined) await takeSessionOf(person.context, instance.url, member);
  return person;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

it('the screens of visitors run with Trusted Types', async () => {
  const { context, page, complaints } = await visit();
  await page.goto('/');
  await workerIsReady(page);
  await page.goto('/directory');
  await page.getByRole('combobox').first().click();
  await page.getByRole('option').last().click();
  await page.goto(`/${ada.username}`);
  await press(page, 'Show the QR code of the Bitcoin address');
  await page.getByRole('img', { name: 'QR code of the Bitcoin address' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Share');
  await page.getByRole('dialog', { name: 'Share this profile' }).waitFor();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('combobox').first().click();
  await page.getByRole('option').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('the screens of members run with Trusted Types', async () => {
  const { context, page, complaints } = await visit(ada);
  await page.goto('/dashboard/profile');
  await workerIsReady(page);
  await press(page, 'Change avatar');
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(picture);
  await page.getByRole('slider', { name: 'Zoom' }).waitFor();
  // A worker renders it, because the page can't.
  await page.evaluate('HTMLCanvasElement.prototype.toBlob = undefined');
  await press(page, 'Save image');
  await toast(page, 'Image updated').waitFor();
  await press(page, /^Prove it's yours/);
  await page.getByRole('dialog').waitFor();
  await page.goto('/dashboard/activity');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`/messages?user=${grace.username}`);
  await say({ page }, 'Hello, Grace');
  await messages(page, 'Hello, Grace').waitFor();
  await press(page, /^Notifications/);
  expect(complaints).toEqual([]);
  await context.close();
});

it('the admin page runs with Trusted Types', async () => {
  const { context, page, complaints } = await visit(admin);
  await page.goto('/admin-page');
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await tabs.first().waitFor();
  for (const tab of await tabs.all()) {
    await tab.click();
    await page
      .getByRole('tabpanel', { name: await tab.innerText() })
      .first()
      .waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

const attempts: Readonly<Record<string, string>> = {
  HTML: "document.body.innerHTML = '<b>hello</b>'",
  'a document': "new DOMParser().parseFromString('<b>hello</b>', 'text/html')",
  'a script': "document.createElement('script').src = '/assets/a.js'",
  'a worker': "new Worker('/assets/a.js')",
  'a policy of another name': "trustedTypes.createPolicy('mine', { createHTML: (html) => html })",
  'a default policy': "trustedTypes.createPolicy('default', { createHTML: (html) => html })",
  'a second policy': "trustedTypes.createPolicy('pmcw-scripts', { createHTML: (html) => html })",
};

it('text is refused as HTML and as scripts, and so are other policies', async () => {
  const { context, page } = await visit();
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const [name, attempt] of Object.entries(attempts))
    await expect(page.evaluate(`(() => { ${attempt}; })()`), name).rejects.toThrow(/TypeError/);
  await context.close();
});
