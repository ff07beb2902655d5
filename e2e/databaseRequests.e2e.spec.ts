import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { accept, idOfMember } from './support/conversations.ts';
import { countDatabase, databaseCounts } from './support/databaseCounts.ts';
import { sayQuickly } from './support/device.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages, registerUnseen, untilLive } from './support/member.ts';

const countedMessages = 5;

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

async function openMember(fullName: string, username: string): Promise<Person> {
  const person = await openPerson(browser, instance.url);
  await registerUnseen(person, fullName, username);
  return person;
}

it('bounds the requests to IndexedDB and its transactions for each sent message', async () => {
  const [lena, omar] = await Promise.all([
    openMember('Lena Weber', 'lena'),
    openMember('Omar Haddad', 'omar'),
  ]);
  await accept(omar, 'lena');
  const { page, context } = lena;
  await countDatabase(context);
  const live = untilLive(page);
  await page.goto('/messages?user=omar');
  await live;
  const chat = { key: `member:${await idOfMember(lena, 'omar')}`, name: 'Omar Haddad' } as const;
  const send = async (text: string) => {
    await sayQuickly(page, chat, text);
    await messages(page, text)
      .getByTitle(/^(Sent|Seen)$/)
      .waitFor();
  };
  await send('To warm up');
  // A slow page shows each state of a message alone, a fast one several at once: this counts the most.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 10 });
  const before = await databaseCounts(page);
  for (let n = 0; n < countedMessages; n += 1) await send(`Counted ${n};`);
  const after = await databaseCounts(page);
  expect((after.requests - before.requests) / countedMessages).toBeLessThanOrEqual(70);
  expect((after.transactions - before.transactions) / countedMessages).toBeLessThanOrEqual(28);
  expect(lena.complaints).toEqual([]);
});
