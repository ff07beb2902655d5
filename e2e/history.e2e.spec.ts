import { readFile } from 'node:fs/promises';
import { runningPostgresUrl } from '@pmcw/launcher/postgres';
import pg from 'pg';
import type { APIRequestContext, Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { fail, failedOnPurpose, forgeProofs, hinder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { password, toast } from './support/member.ts';

/** Complaints when offline, about an unknown name, and about a log that had more events. */
const provoked = /ERR_INTERNET_DISCONNECTED|WebSocket|nobody_here|proofs\/consistency/;

let instance: Instance;
let browser: Browser;
let boss: Person;
let page: Page;
let api: APIRequestContext;
let [ada, bea, cyd] = [0, 0, 0];

beforeAll(async () => {
  [instance, browser] = await Promise.all([
    startInstance('postgres', { settings: { CHECKPOINT_SECONDS: '1' } }),
    launchBrowser(),
  ]);
  const member = await openApi(instance.url);
  const register = async (fullName: string, username: string): Promise<number> => {
    const data = { fullName, username, email: `${username}@example.org`, password };
    return (await (await member.post('/api/register', { data })).json()).id;
  };
  cyd = await register('Cyd Charisse', 'cyd');
  bea = await register('Bea Bell', 'bea');
  ada = await register('Ada Lovelace', 'ada');
  await member.post('/api/messages', { data: { content: 'Between us', receiverId: 1 } });
  await member.dispose();
  api = await adminRequests(instance);
  await authorize(bea, true);
  await api.patch(`/api/admin/users/${bea}/pmcw-tokens`, { data: { pmcwTokens: 7 } });
  await suspend(cyd);
  await authorize(ada, true);
  boss = await openPerson(browser, instance.url, [provoked, failedOnPurpose]);
  ({ page } = boss);
  await boss.context.addCookies((await api.storageState()).cookies);
  await page.goto('/admin-page');
  await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
});
afterAll(async () => {
  await api?.dispose();
  await browser?.close();
  await instance?.remove();
});
afterEach(() => {
  expect(boss.complaints).toEqual([]);
});

const authorize = (id: number, isAuthorized: boolean) =>
  api.patch(`/api/admin/users/${id}/authorize`, { data: { isAuthorized } });
const suspend = (id: number) => api.patch(`/api/admin/users/${id}/suspend`, { data: { isSuspended: true } });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const list = () => page.getByRole('region', { name: 'Events, newest first' });
const entry = (sentence: string): Locator => list().getByRole('link', { name: sentence });
const dialog = () => page.getByRole('dialog');
const isAccessible = async () => expect(await axeViolations(page)).toEqual([]);

/** Changes the product's read models as the database owner. */
async function asOwner(statement: string): Promise<void> {
  const database = new URL((await runningPostgresUrl(instance.dataDir)) ?? '');
  database.pathname = '/pmcw';
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Delays an answer of the server after its first line, until the page's `goOn` is called. */
const comesInPieces = (path: string) => `{
  const { fetch } = window;
  window.fetch = async (asked, init) => {
    const response = await fetch(asked, init);
    if (!String(asked).startsWith('${path}')) return response;
    const whole = new Uint8Array(await response.arrayBuffer());
    const cut = whole.indexOf(10) + 1;
    const goesOn = new Promise((resolve) => { window.goOn = resolve; });
    const body = new ReadableStream({
      async start(pieces) {
        pieces.enqueue(whole.slice(0, cut));
        await goesOn;
        pieces.enqueue(whole.slice(cut));
        pieces.close();
      },
    });
    return new Response(body, response);
  };
}`;

describe('the history', () => {
  it('describes what happened in words, and filters it by the address', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.waitForURL('**/admin-page?tab=history');
    await entry('@ada wrote to @admin').waitFor();
    await isAccessible();

    await button(/^Filters/).click();
    await page.getByLabel('Done to').fill('@nobody_here');
    await button('Apply filters').click();
    await page.getByText('There is no member with this username.').waitFor();
    await page.getByLabel('Done to').fill('@ada');
    await button('Verified').click();
    await button('Tokens set').click();
    await isAccessible();
    await button('Apply filters').click();
    await page.waitForURL(`**/admin-page?tab=history&target=${ada}&type=UserVerified%2CTokensSet`);
    await entry('@admin verified @ada').waitFor();
    await button('Remove filter: Done to @ada').waitFor();
    // The previous results stay until the new ones are there.
    await expect.poll(() => list().getByRole('link').count()).toBe(2);
  });

  it('exports the filtered entries', async () => {
    await button('Export').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Table (CSV)' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect([file.suggestedFilename(), lines.length]).toEqual(['history.csv', 3]);
    expect(lines[0]).toMatch(/^position,time,type/);
    await toast(page, 'History exported').waitFor();
  });

  it('shows progress during an export', async () => {
    await page.evaluate(comesInPieces('/api/admin/history/export.ndjson'));
    await button('Export').click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'JSON lines (NDJSON)' }).click();
    await dialog()
      .getByText(/^1 event, \d+ bytes$/)
      .waitFor();
    const bar = dialog().getByRole('progressbar', { name: 'Exporting the history' });
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await isAccessible();
    await page.evaluate('goOn()');
    const file = await coming;
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(file.suggestedFilename()).toBe('history.ndjson');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['TokensSet', 'UserVerified']);
    await dialog().waitFor({ state: 'detached' });
  });

  it('opens an event with its record, and links a cause to its effect', async () => {
    await entry('@admin verified @ada').click();
    await dialog().getByText('"type": "UserVerified"').waitFor();
    const effect = dialog().getByRole('button', { name: /^The verification gave @ada 1 PMCW token/ });
    await effect.waitFor();
    await isAccessible();
    await effect.click();
    await dialog().getByRole('heading', { name: 'The verification gave @ada 1 PMCW token' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('entry'));

    await page.goto('/admin-page?tab=history&type=MessageSent&entry=newest');
    await dialog().getByText('"content": "[sealed]"').waitFor();
    expect(await dialog().getByText('Between us').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Everything @ada did' }).click();
    await page.waitForURL(`**/admin-page?tab=history&actor=${ada}`);
  });

  it('proves each event in the browser, and warns if the proof or the log does not match', async () => {
    await page.goto('/admin-page?tab=history&type=MessageSent&entry=newest');
    const proof = dialog().getByRole('region', { name: 'Proof' });
    await proof.getByText('Verified in this browser').waitFor();
    await proof.getByText('What was checked').click();
    await proof
      .getByText(/^A path of \d+ steps leads from it to the root of the tree over \d+ events/)
      .waitFor();
    await proof.getByText(/^That root was signed on .* with the key [0-9a-f]{16}\.$/).waitFor();
    await isAccessible();

    // The device's memory of a log that had more events.
    await page.evaluate(
      `localStorage.setItem('signed-log', localStorage.getItem('signed-log').replace(/"size":\\d+/, '"size":1000000'))`,
    );
    await page.reload();
    await proof.getByRole('alert').waitFor();
    await proof.getByText('What was checked').click();
    await proof.getByText(/^The log has shrunk: 1,000,000 events were signed/).waitFor();
    await proof.getByRole('button', { name: 'Start over from here' }).click();
    await proof.getByText('Verified in this browser').waitFor();

    await hinder(page, forgeProofs);
    await page.reload();
    await proof.getByRole('alert').getByText('Verification failed').waitFor();
    await proof.getByText('What was checked').click();
    await proof.getByText(/^The path does not lead to the root over/).waitFor();
    await isAccessible();
    await page.unrouteAll();
  });

  it('answers “Why?” for an account in the table and in the details', async () => {
    await authorize(ada, false);
    // Later requests see the account as it is now.
    await boss.context.addCookies((await api.storageState()).cookies);
    await page.goto('/admin-page?tab=users');
    const table = page.getByRole('table');
    const why = (place: Locator, what: string) =>
      place.getByRole('link', { name: `Why? ${what}`, exact: true });
    const leadsTo = async (cause: string) => {
      await dialog().getByRole('heading', { name: cause }).waitFor();
      await dialog().getByText('Cause and effect').waitFor();
    };
    for (const [what, cause] of [
      ['Ada Lovelace is unverified', '@admin removed the verification of @ada'],
      ['Cyd Charisse is suspended', '@admin suspended @cyd'],
      ['Bea Bell is verified', '@admin verified @bea'],
    ] as const) {
      await why(table, what).click();
      await leadsTo(cause);
      await page.goBack();
    }
    await why(table, 'Administrator is an administrator').waitFor();
    await isAccessible();
    const inTable = await why(table, 'Bea Bell is verified').getAttribute('href');
    await page.getByRole('button', { name: 'Bea Bell', exact: true }).click();
    expect(await why(dialog(), 'Bea Bell is verified').getAttribute('href')).toBe(inTable);
    await why(dialog(), 'PMCW tokens of Bea Bell').click();
    await leadsTo('@admin set the PMCW tokens of @bea to 7');

    await page.goto('/admin-page?user=cyd');
    await why(dialog(), 'Cyd Charisse is suspended').click();
    await leadsTo('@admin suspended @cyd');
  });

  it('jumps to a date, and reports failures', async () => {
    // As if Ada had registered, and everything before had happened, in 2021.
    const registered = `(select position from audit.entries where target_id = ${ada} and type = 'UserRegistered')`;
    await asOwner(
      `update audit.entries set occurred_at = '2021-05-04T12:00Z' where position <= ${registered}`,
    );
    await page.goto('/admin-page?tab=history');
    await page.getByLabel('Date to jump to').fill('2022-01-01T00:00');
    await button('Jump').click();
    await page.getByText('Looking back').waitFor();
    await expect.poll(() => list().getByRole('link').first().textContent()).toContain('@ada registered');
    await entry('@cyd registered').waitFor();

    await page.getByLabel('Date to jump to').fill('2020-01-01T00:00');
    await button('Jump').click();
    await page.getByText('No matching events').waitFor();
    await button('Back to the newest').click();
    await page.getByText('Live').waitFor();
    await boss.context.setOffline(true);
    await page.getByRole('searchbox').fill('ada');
    await button('Search').click();
    await page.getByText('The history is not saved on this device.').waitFor();
    await isAccessible();
    await boss.context.setOffline(false);
    await list().getByRole('link').first().waitFor();
    // It is not live either when the server answers with an error.
    await hinder(page, fail('/api/admin/history'));
    await page.reload();
    await page.getByText('No connection', { exact: true }).waitFor();
    await page.unrouteAll();
  });

  it('looks back at a conversation, with its writers, but not their texts', async () => {
    await api.post('/api/messages', { data: { content: 'And back', receiverId: ada } });
    await page.goto('/admin-page?tab=history&type=MessageSent');
    // Another client sent it, so this page's requests don't wait for it.
    await entry('@admin wrote to @ada').waitFor();
    await page.goto('/admin-page?tab=history&type=MessageSent&entry=newest');
    await dialog().getByRole('button', { name: 'The conversation then' }).click();
    const then = page.getByRole('dialog', { name: 'The conversation then' });
    await then.getByText('Event 2 of 2').waitFor();
    expect(await then.locator('[data-change=changed]').count()).toBe(1);
    await isAccessible();
    await then.getByRole('slider', { name: 'Moment' }).press('Home');
    await then.getByText('Event 1 of 2').waitFor();
    await expect.poll(() => then.getByText('Text · [sealed]').count()).toBe(1);
    expect(await then.getByText(/Between us|And back/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('looks back at every state of a member, and undoes a decision', async () => {
    await page.goto('/admin-page?tab=history&type=UserUnverified&entry=newest');
    await dialog().getByRole('button', { name: 'Look back' }).click();
    const moment = page.getByRole('slider', { name: 'Moment' });
    await page.getByText('Changed: Verified').waitFor();
    expect(await moment.getAttribute('aria-valuetext')).toMatch(
      /: @admin removed the verification of @ada\. Event 4 of 5$/,
    );
    await isAccessible();
    await moment.press('Home');
    await page.getByText('@ada registered as General User').last().waitFor();
    await moment.press('ArrowRight');
    await page.getByText('Event 2 of 5').waitFor();
    await page.keyboard.press('Escape');

    await dialog().getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this?' });
    await question.getByText('PMCW tokens').waitFor();
    expect(await question.getByRole('definition').allTextContents()).toEqual([
      'before: nonow: yes',
      'before: 0now: 1',
    ]);
    await isAccessible();
    await question.getByRole('button', { name: 'Undo it' }).click();
    await toast(page, 'It is as it was before.').waitFor();
    await dialog().getByText('This was undone by:').waitFor();
    await dialog()
      .getByRole('button', { name: /^@admin verified @ada/ })
      .first()
      .click();
    await dialog().getByText('This undoes:').waitFor();
    await isAccessible();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.goto('/admin-page?tab=history');
    await page.getByText('undoes an earlier event').first().waitFor();
  });

  it('grows automatically, but not while it is paused', async () => {
    let tails = 0;
    page.on('request', (asked) => {
      if (/history\?.*after=/.test(asked.url())) tails += 1;
    });
    await page.clock.install();
    await page.goto('/admin-page?tab=history&actor=1&type=UserSuspended');
    await entry('@admin suspended @cyd').waitFor();
    await suspend(bea);
    await page.clock.fastForward('01:00');
    await entry('@admin suspended @bea').waitFor();

    await button('Pause').click();
    await page.getByText('Paused').waitFor();
    const asked = tails;
    await suspend(ada);
    await page.clock.fastForward('10:00');
    // Any request that the page had planned was sent before this one.
    await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`);
    expect([tails, await list().getByRole('link').count()]).toEqual([asked, 2]);
    await button('Resume').click();
    await entry('@admin suspended @ada').waitFor();
  });
});
