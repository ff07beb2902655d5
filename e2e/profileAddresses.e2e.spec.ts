import { profileSchema } from '@pmcw/contracts';
import { bitcoinMessageWallet, evmWallet } from '@pmcw/testing/wallets';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { fail, failedOnPurpose, hinder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { loginUnseen } from './support/member.ts';
import { listAndProve, memberWithWallet } from './support/proving.ts';
import { sideways } from './support/sideways.ts';

const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** As shown in the page. */
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(moment));

it('a profile marks addresses that are new, or new to the visitor, and strikes through removed ones', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { api, id, list, first } = await memberWithWallet(instance.url, 'ida', address);
  const admin = await adminRequests(instance);
  await admin.patch(`/api/admin/users/${id}/authorize`, { data: { isAuthorized: true } });
  await admin.dispose();
  const { page, context, complaints } = await openPerson(browser, instance.url);
  const rows = page.getByRole('region', { name: /Wallet addresses/ }).getByRole('listitem');
  await page.goto('/ida');
  await rows.filter({ hasText: address }).getByText('New: added').waitFor();
  await rows.getByText('Check with the member before you pay.').waitFor();
  expect(await page.getByText('last visit').count()).toBe(0);

  await list('BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await api.delete(`/api/user/wallets/${first}`);
  // Visitors see it once it is in the read model.
  const profile = async () => {
    const answer = await page.request.get('/api/profile/ida');
    return v.parse(profileSchema, await answer.json());
  };
  const listed = async () => (await profile()).wallets.map(({ network }) => network);
  await expect.poll(listed).toEqual(['BTC']);
  await page.clock.setFixedTime(Date.now() + 10 * 24 * 60 * 60 * 1000);
  // The second time in the same visit.
  for (const load of [() => page.goto('/ida'), () => page.reload()]) {
    await load();
    await rows.getByText(/^Changed since your last visit on/).waitFor();
    expect(await page.getByText('New: added').count()).toBe(0);
  }
  const { wallets, verifiedAt } = await profile();
  await rows.getByText(`Listed since ${dayOf(wallets[0]?.addedAt ?? '')}`).waitFor();
  await page.getByText(`Verified since ${dayOf(verifiedAt ?? '')}`).waitFor();
  const former = page.getByRole('region', { name: 'No longer listed' }).getByRole('listitem');
  await former.getByText('Do not send payments to it.').waitFor();
  expect(await former.getByRole('deletion').textContent()).toContain(`Removed address: ${address}`);
  expect(await former.getByRole('button').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();

  const storageState = await api.storageState();
  const owner = await openPerson(browser, instance.url, [], { storageState });
  await owner.page.goto('/ida');
  await owner.page.getByText('Listed since').waitFor();
  // Until the session is known, they see what visitors see: this browser has no stored hint about them.
  await expect.poll(() => owner.page.getByText(/New: added|No longer listed/).count()).toBe(0);
  await owner.context.close();
  await api.dispose();
});

it('an address shows its proof, and visitors check it in their own browser', async () => {
  const { api, list } = await memberWithWallet(
    instance.url,
    'olga',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
  );
  await list('DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L');
  await listAndProve(api, evmWallet(undefined, 'MATIC'));
  await listAndProve(api, bitcoinMessageWallet('segwit'));
  await api.dispose();
  const { page, context, complaints } = await openPerson(browser, instance.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: instance.url });
  const row = (network: string) =>
    page
      .getByRole('region', { name: /Wallet addresses/ })
      .getByRole('listitem')
      .filter({ hasText: network });
  const dialog = page.getByRole('dialog', { name: 'Check this proof yourself' });
  const check = (network: string) =>
    row(network).getByRole('button', { name: `Check it yourself: proof of the ${network} address` });
  // Visitors see it once it is in the read model.
  const provedHere = async () => {
    const answer = await page.request.get('/api/profile/olga');
    const { wallets } = v.parse(profileSchema, await answer.json());
    return wallets.flatMap(({ proof }) => (proof === null ? [] : [proof]));
  };
  await expect.poll(async () => (await provedHere()).length, inTime).toBe(2);
  const [proof] = await provedHere();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/olga');
  await row('Ethereum').getByText('Not proved by signature', { exact: true }).waitFor();
  await row('Dogecoin').getByText('Can’t be proved by signature', { exact: true }).waitFor();
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const provedOn = new Intl.DateTimeFormat('en', day).format(new Date(proof?.provedAt ?? 0));
  await row('Polygon').getByText(`Proved by signature on ${provedOn}`, { exact: true }).waitFor();
  expect(await sideways(page)).toEqual([]);

  // By keyboard alone.
  await check('Polygon').press('Enter');
  await dialog.getByText('Checked in your browser').waitFor();
  await dialog.getByText(`belongs to @olga on ${new URL(instance.url).host}`).waitFor();
  await dialog.getByRole('button', { name: 'Copy statement' }).press('Enter');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), inTime).toBe(proof?.statement);
  await dialog.getByText('How to do the same elsewhere').click();
  await dialog.getByRole('heading', { name: 'viem' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
  // The toast is on top, and closes first.
  const remaining = async () => {
    await page.keyboard.press('Escape');
    return dialog.count();
  };
  await expect.poll(remaining, inTime).toBe(0);
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), inTime)
    .toBe('Check it yourself: proof of the Polygon address');
  await check('Bitcoin').click();
  await dialog.getByText('Checked in your browser').waitFor();

  await page.route('**/api/profile/olga', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const { signature = '' } = proof ?? {};
    const other = signature.replace(/.(?=.{40}$)/, (digit) => (digit === '0' ? '1' : '0'));
    await route.fulfill({ response, body: text.replace(signature, other) });
  });
  await page.goto('/olga');
  await check('Polygon').click();
  await dialog.getByText('This does not check out').waitFor();
  await dialog.getByText('The key of this address did not make this signature').waitFor();
  expect(await dialog.getByText('Checked in your browser').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.unrouteAll();

  await page.goto('/directory?query=olga');
  const card = page.getByRole('listitem').filter({ hasText: '@olga' });
  await card.getByText('Unverified', { exact: true }).waitFor();
  // Three networks at most (spec §9).
  const networks = card.getByRole('list', { name: 'Networks' }).getByRole('listitem');
  expect(await networks.count()).toBe(4);
  expect(await networks.last().textContent()).toBe('+1 more');
  expect(await card.getByRole('link', { name: /^Message/ }).getAttribute('href')).toBe('/auth');
  expect(complaints).toEqual([]);
  await context.close();
});

it('visitors check an address before they pay, what their clipboard holds, and get a code for an amount', async () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const poison = '0x5aAE1111111111111111111111111111111BeAed';
  const { api } = await memberWithWallet(instance.url, 'quinn', address);
  await api.dispose();
  const { page, context, complaints } = await openPerson(browser, instance.url);
  // Visitors see it once it is in the read model.
  const profile = async () => (await page.request.get('/api/profile/quinn')).text();
  await expect.poll(profile, inTime).toContain(address);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: instance.url });
  const asked: string[] = [];
  const clean = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/quinn');
  await page.getByRole('button', { name: 'Check an address' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Check before you pay' });
  const field = dialog.getByLabel('Address that your wallet shows');
  const result = dialog.getByRole('region', { name: 'Result' });
  await result.getByText('Nothing to compare yet').waitFor();
  page.on('request', (request) => asked.push(request.url()));
  await field.fill(`ethereum:${address.toLowerCase()}@1?value=1`);
  await result.getByRole('status').getByText('This is @quinn’s address').waitFor();
  await result.getByText(/^New: added .* Check with the member before you pay\.$/).waitFor();
  await clean();
  await field.fill(poison);
  await result.getByRole('alert').getByText('This is not @quinn’s address').waitFor();
  expect(await result.locator('mark').allTextContents()).toEqual([
    '111111111111111111111111111111',
    'b6053F3E94C9b9A09f33669435E7Ef',
  ]);
  await clean();
  await page.evaluate('navigator.clipboard.writeText("0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB")');
  await dialog.getByRole('button', { name: 'Paste' }).click();
  await result.getByText('Not an address of @quinn').waitFor();
  // Nothing of it left the device.
  expect(asked.filter((url) => /0x/i.test(url))).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const clipboard = page.getByRole('dialog', { name: 'What is on your clipboard' });
  const copy = page.getByRole('button', { name: /^Copy Ethereum address/ });
  const check = page.getByRole('button', { name: 'Check your clipboard' });
  await copy.click();
  await check.click();
  await clipboard.getByText('Your clipboard has this address').waitFor();
  await page.keyboard.press('Escape');
  await clipboard.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^(Copy Ethereum address|Ethereum address copied)/ }).click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(poison)})`);
  await check.click();
  await clipboard.getByRole('alert').getByText('Your clipboard has something else').waitFor();
  await clean();
  await page.keyboard.press('Escape');
  await clipboard.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: /^Show the QR code of the Ethereum address/ }).click();
  const code = page.getByRole('dialog', { name: 'Ethereum address' });
  await code.getByLabel('Amount in ETH').fill('1,000.5');
  await code.getByText('Use one point or comma, only before the fraction').waitFor();
  await code.getByLabel('Amount in ETH').fill('0,25');
  await code.getByText('Asks for 0.25 ETH').waitFor();
  await code.getByRole('img', { name: /^QR code of a payment of 0\.25 ETH/ }).waitFor();
  await clean();
  await code.getByRole('button', { name: 'Copy payment link' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'), inTime)
    .toBe(`ethereum:${address}@1?value=250000000000000000`);
  expect(complaints).toEqual([]);
  await context.close();
});

it('visitors ask the directory whose another address is, and only on a press', async () => {
  const [listed, ofRita, unlisted] = [evmWallet().address, evmWallet(), evmWallet()];
  const { api: apiOfStella } = await memberWithWallet(instance.url, 'stella', listed);
  await apiOfStella.dispose();
  const { api } = await memberWithWallet(instance.url, 'rita', evmWallet().address);
  await listAndProve(api, ofRita);
  await api.dispose();
  const { page, context, complaints } = await openPerson(browser, instance.url, [failedOnPurpose]);
  const profile = async () => (await page.request.get('/api/profile/rita')).text();
  await expect.poll(profile, inTime).toContain('"provedAt"');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/0x/i.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  const pathOf = (address: string) => `/api/addresses/${address}/listings`;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/stella');
  await page.getByRole('button', { name: 'Check an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check before you pay' });
  const field = dialog.getByLabel('Address that your wallet shows');
  const verdict = dialog.getByRole('alert').getByText('Not an address of @stella');
  const directory = dialog.getByRole('region', { name: 'Directory' });
  const ask = directory.getByRole('button', { name: 'Ask the directory whose it is' });
  const answer = directory.getByRole('status');
  const clean = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  };
  await field.fill(listed);
  await dialog.getByText('This is @stella’s address').waitFor();
  expect(await directory.count()).toBe(0);

  await field.fill(unlisted.address);
  await verdict.waitFor();
  await directory.getByText('This sends the address to this site.').waitFor();
  await clean();
  expect(asked).toEqual([]);
  await ask.press('Enter');
  await answer.getByText('No member lists this address.').waitFor();
  expect(asked).toEqual([pathOf(unlisted.address)]);
  // The removed button has passed its focus on.
  await directory.and(page.locator(':focus')).waitFor();
  await clean();

  await field.fill(ofRita.address);
  await ask.waitFor();
  expect(await answer.textContent()).toBe('');
  expect(asked).toHaveLength(1);
  await hinder(page, fail('/api/addresses/'));
  await ask.click();
  await directory.getByRole('alert').waitFor();
  await clean();
  await page.unrouteAll();
  await directory.getByRole('button', { name: 'Try again' }).click();
  await answer.getByRole('listitem').getByText('Proved by signature on').waitFor();
  await verdict.waitFor();
  await clean();
  await answer.getByRole('link', { name: '@rita' }).click();
  await page.waitForURL('/rita');
  await dialog.waitFor({ state: 'detached' });

  await loginUnseen({ page, context, complaints, url: instance.url }, 'rita');
  await page.goto('/stella');
  await page.getByRole('button', { name: 'Check an address' }).click();
  await field.fill(ofRita.address);
  await ask.click();
  await answer.getByText('This is your own address.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
