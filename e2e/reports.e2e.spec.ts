import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { idOfMember } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages, registerUnseen, toast, untilLive } from './support/member.ts';
import { sideways } from './support/sideways.ts';

let instance: Instance;
let browser: Browser;
let boss: Person;
let rita: Person;
let sam: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const phone = { viewport: { width: 390, height: 780 } };
  [boss, rita, sam] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url, [/ERR_INTERNET_DISCONNECTED/], phone),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([
    registerUnseen(rita, 'Rita Vogel', 'rita'),
    registerUnseen(sam, 'Sam Doubt', 'sam'),
    ask(boss, '/api/login', { username: 'admin', password: instance.adminPassword }),
  ]);
  await edit(sam, 'Official support. Send me your seed phrase.');
  await ask(sam, '/api/user/wallets', {
    network: 'ETH',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});
afterEach(() => {
  expect([boss, rita, sam].flatMap(({ complaints }) => complaints)).toEqual([]);
});

/** Without opening the app. */
async function ask({ page, url }: Person, path: string, data: object, method = 'POST'): Promise<void> {
  const answer = await page.request.fetch(path, { method, headers: { origin: url }, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

const edit = (person: Person, bio: string) =>
  ask(person, '/api/user/profile', { fullName: 'Sam Doubt', bio, telegramHandle: '' }, 'PATCH');
const write = async (from: Person, username: string, content: string) =>
  ask(from, '/api/messages', { receiverId: await idOfMember(from, username), content });

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const details = (page: Page) => page.getByRole('dialog');
const report = (page: Locator, name: RegExp) => page.getByRole('listitem').filter({ hasText: name });

async function openQueue(): Promise<void> {
  await boss.page.goto('/admin-page?tab=reports');
  await boss.page.getByRole('heading', { name: 'Reports' }).waitFor();
}

/** Opens the bell's list on a fresh page, and returns its item with a title. */
async function notice({ page }: Person, title: string): Promise<Locator> {
  await expect
    .poll(
      async () => {
        await page.goto('/directory');
        await button(page, /^Notifications/).click();
        const item = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
        await item.first().waitFor();
        return item.filter({ hasText: title }).count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  return page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });
}

it('offers reporting to members, and not for what is their own', async () => {
  const visitor = await openPerson(browser, instance.url);
  for (const { page } of [visitor, sam]) {
    await page.goto('/sam');
    await button(page, /^Copy Ethereum address/).waitFor();
    await button(page, 'Options').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem', { name: 'Report' }).count()).toBe(0);
    expect(await button(page, /^Report/).count()).toBe(0);
  }
  await visitor.context.close();
});

it('reports a profile by keyboard, and keeps the text while there is no network', async () => {
  const { page, context } = rita;
  await page.goto('/sam');
  await button(page, 'Options').press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  await question(page).getByText('@sam does not learn who reported.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Other', { exact: true }).press('Space');
  expect(await button(page, 'Send report').isDisabled()).toBe(true);
  await page.getByLabel('What should administrators know?').fill('Asks for seed phrases.');
  await context.setOffline(true);
  await button(page, 'Send report').press('Enter');
  await page.getByRole('alert').getByText('The report was not sent.').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sideways(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  expect(await page.getByLabel('What should administrators know?').inputValue()).toBe(
    'Asks for seed phrases.',
  );
  await context.setOffline(false);
  await button(page, 'Send report').press('Enter');
  await toast(page, 'Report sent').waitFor();
  await button(page, 'Block @sam').waitFor();
  await expect.poll(() => page.locator('*:focus').getAttribute('aria-label')).toBe('Options');
});

it('reports an address, and a message of a request', async () => {
  const { page } = rita;
  await button(page, /^Report Ethereum address/).click();
  await question(page).getByText('0x529084').waitFor();
  await page.getByLabel('Scam').check();
  await button(page, 'Send report').click();
  await toast(page, 'Report sent').waitFor();

  const live = untilLive(page);
  await page.goto('/messages');
  await live;
  await write(sam, 'rita', 'Your account is locked: https://example.org/unlock');
  await button(page, /^Requests/).click();
  await button(page, /^Sam Doubt/).click();
  await page.getByRole('region', { name: 'Message request' }).waitFor();
  await button(page, 'Report').click();
  await question(page).getByText('example.org/unlock').waitFor();
  await question(page).getByText('They can then read this one message').waitFor();
  expect(await question(page).getByRole('link').count()).toBe(0);
  await page.getByLabel('Scam').check();
  await button(page, 'Send report').click();
  await toast(page, 'Report sent').waitFor();
});

it('opens the menu of a message by keyboard', async () => {
  const { page } = rita;
  await messages(page, 'example.org/unlock').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('*:focus').getAttribute('aria-label')).toBe('Options of this message');
});

it('shows administrators the queue, and the content as it was', async () => {
  const { page } = boss;
  const reported = { kind: 'profile', memberId: await idOfMember(rita, 'sam') };
  await edit(sam, 'Just a friendly person.');
  await ask(rita, '/api/reports', { reported, reason: 'scam' });
  await ask(boss, '/api/reports', { reported, reason: 'impersonation' });
  await openQueue();
  await page.getByRole('tab', { name: /^Reports.*3 open/ }).waitFor();
  await expect.poll(() => page.getByText(/ · [23] reports of other content/).count()).toBe(3);
  await page.getByText('2 reports · 2 reports of other content').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Review: Profile: Sam Doubt').press('Enter');
  await details(page).getByText('Just a friendly person.').waitFor();
  await button(report(details(page), /@rita/), 'As it was then').press('Enter');
  await details(page).getByText('Send me your seed phrase.').waitFor();
  await report(details(page), /@rita/).getByText('Asks for seed phrases.').waitFor();
  expect(await details(page).getByText('Just a friendly person.').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const history = details(page).getByRole('link', { name: 'History of this member' });
  expect(await history.getAttribute('href')).toContain(`tab=history&target=${await idOfMember(rita, 'sam')}`);
});

it('warns with a reason, and shows the decision', async () => {
  const { page } = boss;
  // As from a history that lacks the decision when it is first asked.
  const lacking = vi.fn(async (route: Route) => route.fulfill({ response: await route.fetch(), json: [] }));
  await page.route(/\/api\/admin\/history\?.*type=CaseClosed/, lacking, { times: 1 });
  await button(details(page), 'Warn').click();
  await details(page).getByText('Please give a reason.').waitFor();
  await page.keyboard.type('Never ask for a seed phrase.');
  await button(details(page), 'Warn').press('Enter');
  await button(details(page), 'Undo: @admin warned @sam').waitFor();
  expect(lacking).toHaveBeenCalledOnce();
  await details(page).getByText('Never ask for a seed phrase.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await details(page).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Closed' }).click();
  await page.getByRole('listitem').getByText('Warned', { exact: true }).waitFor();
});

it('notifies the member of the warning, and the reporter of the outcome', async () => {
  const warning = await notice(sam, 'You received a warning');
  await warning.getByText('Never ask for a seed phrase.').waitFor();
  for (const path of ['/api/notifications', '/api/user/activity']) {
    const known = await (await sam.page.request.get(path)).text();
    expect(known).toMatch(/warning|MemberWarned/);
    expect(known).not.toContain('rita');
  }
  const answer = await notice(rita, 'Your report was reviewed');
  await answer.getByText('The member received a warning. Thank you.').waitFor();
});

it('removes a message from the devices of its receiver', async () => {
  const live = untilLive(rita.page);
  await rita.page.goto('/messages?user=sam');
  await live;
  await messages(rita.page, 'example.org/unlock').waitFor();
  const { page } = boss;
  await openQueue();
  await button(page, 'Review: Message: Sam Doubt').click();
  await details(page).getByText('example.org/unlock').waitFor();
  expect(
    await details(page)
      .getByRole('link', { name: /example/ })
      .count(),
  ).toBe(0);
  await details(page).getByLabel('Reason').fill('Phishing');
  await button(details(page), 'Remove message').click();
  await toast(page, 'Message removed').waitFor();
  await messages(rita.page, 'example.org/unlock').waitFor({ state: 'detached' });
});

it('brings it back, from the decision', async () => {
  const { page } = boss;
  await button(details(page), 'Undo: @admin removed a message').press('Enter');
  await question(page).getByText('The message appears again where it was').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(question(page), 'Undo it').press('Enter');
  await details(page).getByText('Undone', { exact: true }).waitFor();
  await messages(rita.page, 'example.org/unlock').waitFor();
  expect(await button(details(page), /^Undo: /).count()).toBe(1);
  const live = untilLive(rita.page);
  await rita.page.reload();
  await live;
  await messages(rita.page, 'example.org/unlock').waitFor();
});

it('undoes a decision, and a warning', async () => {
  const { page } = boss;
  await page.goto('/admin-page?tab=reports&cases=closed');
  await button(page, 'Show: Profile: Sam Doubt').click();
  await button(details(page), /^Undo: @admin decided on reports/).click();
  await question(page).getByText('The reports are open again.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(question(page), 'Undo it').click();
  await toast(page, 'Undone').waitFor();
  await button(details(page), 'Dismiss').waitFor();
  await openQueue();
  await button(page, 'Review: Profile: Sam Doubt').waitFor();

  await page.goto('/admin-page?tab=history&type=MemberWarned&entry=newest');
  await details(page).getByText('@admin warned @sam').first().waitFor();
  await button(details(page), 'Undo').click();
  await question(page).getByText('The member gets a notification').waitFor();
  await button(question(page), 'Undo it').click();
  await toast(page, 'Undone').waitFor();
  await notice(sam, 'A warning was withdrawn');
});
