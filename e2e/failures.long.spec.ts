import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, askAs, signUp, takeSessionOf } from './support/accounts.ts';
import { launchBrowser, openPerson, type Person, withMicrophone } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { fail, failedOnPurpose, hinder, ofServer, outOfOrder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages, say } from './support/member.ts';
import { gate } from './support/offlineWorld.ts';
import { button, openWith, record, thread, voiceMessages } from './support/voice.ts';

const inTime = { timeout: 60_000, interval: 150 };
const picture = path.join(import.meta.dirname, '..', 'pwa', 'public', 'icons', 'icon-512.png');

let instance: Instance;
let withSound: Browser;
let withoutSound: Browser;
let omar: Account;
beforeAll(async () => {
  [instance, withSound, withoutSound] = await Promise.all([
    startInstance('postgres'),
    launchBrowser(withMicrophone),
    launchBrowser(['--use-fake-device-for-media-stream', '--deny-permission-prompts']),
  ]);
  omar = await signUp(instance.url, 'Omar Haddad');
});
afterAll(async () => {
  await Promise.all([withSound?.close(), withoutSound?.close()]);
  await instance?.remove();
});

let account: Account;
let person: Person;
let page: Page;
beforeEach(async () => {
  account = await signUp(instance.url, 'Lena Weber');
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

async function open(browser: Browser): Promise<void> {
  person = await openPerson(browser, instance.url, [failedOnPurpose]);
  await takeSessionOf(person.context, instance.url, account);
  page = person.page;
}

/** A toast on screen with both of its lines. */
async function isTold(title: string, description: string): Promise<void> {
  const toast = page.locator('[data-toasts] > li').filter({ hasText: title });
  await toast.getByText(description).waitFor();
}

describe('failures are reported in the words of the specification (spec §8)', () => {
  it('microphone access is denied', async () => {
    await open(withoutSound);
    await openWith(person, omar.username);
    await button(page, 'Record a voice message').click();
    await isTold('Cannot access microphone', 'Please allow microphone access to record voice messages.');
    await button(page, 'Record a voice message').waitFor();
  });

  it('a broken voice message', async () => {
    await open(withSound);
    await openWith(person, omar.username);
    await record(person);
    await button(page, 'Send message').click();
    await expect.poll(() => voiceMessages(page).count(), inTime).toBe(1);
    await voiceMessages(page).locator('[title="Sent"], [title="Seen"]').waitFor();

    const other = await openPerson(withSound, instance.url, [failedOnPurpose]);
    await takeSessionOf(other.context, instance.url, omar);
    await other.page.route('**/media/**', (route) =>
      route.fulfill({
        ...{ status: 200, headers: ofServer, contentType: 'audio/webm' },
        body: 'no sound at all',
      }),
    );
    await accept(other, account.username);
    await other.page.goto(`/messages?user=${account.username}`);
    await button(voiceMessages(other.page), 'Play voice message').click();
    const toast = other.page.locator('[data-toasts] > li').filter({ hasText: 'Audio Playback Error' });
    await toast
      .getByText('Could not play this voice message. The file may be missing or corrupted.')
      .waitFor();
    await thread(other.page).getByText('Unable to play audio').waitFor();
    expect(other.complaints).toEqual([]);
    await other.context.close();
  });

  it('conversations, a thread and the global chat that fail to load, until they do', async () => {
    await askAs(instance.url, account, 'PATCH', `/api/messages/conversations/${omar.id}`, {
      isRequest: false,
    });
    await askAs(instance.url, omar, 'POST', '/api/messages', {
      receiverId: account.id,
      content: 'Hello, Lena',
    });
    await askAs(instance.url, omar, 'POST', '/api/messages/global', { content: 'Hello, all' });
    await open(withoutSound);
    await hinder(page, fail(/^\/api\/messages\/(conversations|global|changes|\d+)$/));
    // Only manual attempts: the app's own come after at least 2 seconds, and its offline state after 2.5.
    await page.addInitScript(
      'const all = setTimeout; setTimeout = (act, ms, ...more) => (ms >= 2000 && ms !== 2500 ? 0 : all(act, ms, ...more))',
    );
    await page.routeWebSocket(/\/ws$/, (socket) => void socket.close());
    await page.goto('/messages');
    await isTold(
      'Failed to load conversations',
      'There was an error loading your conversations. Please try again.',
    );
    const retry = button(page, 'Retry Loading Conversations');
    await retry.click();
    await button(page, 'Retrying...').waitFor();
    await page.getByRole('button', { name: /^Global Chat/ }).click();
    await isTold(
      'Failed to load global messages',
      'There was an error loading global chat. Please try again.',
    );
    await page.unrouteAll();
    await button(page, 'Retry Loading Messages').press('Enter');
    await messages(page, 'Hello, all').waitFor();
    // The removed button has passed its focus on.
    await page.locator('[data-thread-open]:focus').waitFor();
    await retry.click();
    await page.getByRole('button', { name: /^Omar Haddad/ }).waitFor();

    await page.getByText('Offline', { exact: true }).waitFor();
    const byHand = [button(page, 'Reconnect to Server'), button(page, 'Connect')];
    let sockets = 0;
    const { promise, release } = gate();
    await page.routeWebSocket(/\/ws$/, (socket) => {
      sockets += 1;
      if (sockets < byHand.length) return void socket.close();
      return promise.then(() => void socket.connectToServer());
    });
    for (const [i, each] of byHand.entries()) {
      await each.press('Enter');
      await expect.poll(() => sockets, inTime).toBe(i + 1);
    }
    await page.getByText('Connecting', { exact: true }).waitFor();
    release();
    await page.getByText('Live', { exact: true }).waitFor();
    for (const each of byHand) expect(await each.count()).toBe(0);
    expect(await page.locator(':focus').count()).toBe(1);

    await hinder(page, fail(`/api/messages/${omar.id}`));
    await page.goto(`/messages?user=${omar.username}`);
    await isTold('Failed to load messages', 'There was an error loading your messages. Please try again.');
    await page.unrouteAll();
    await button(page, 'Retry Loading Messages').click();
    await messages(page, 'Hello, Lena').waitFor();
  });

  it('a connection lost for 6 seconds', async () => {
    await open(withoutSound);
    let sockets = 0;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      sockets += 1;
      void socket.close();
    });
    await page.clock.install();
    await page.goto('/messages');
    const offline = page.getByText('Offline', { exact: true });
    await offline.waitFor();
    // The toast region is loaded on the first input.
    await page.keyboard.press('Tab');
    await page.clock.pauseAt(Date.now() + 1000);
    const toast = page.locator('[data-toasts] > li[data-state=open]').filter({
      hasText: 'Could not establish a real-time connection. Messages will still be sent but may be delayed.',
    });
    // The first attempt and the ten of the schedule (spec §9); the last ones in steps shorter than the measured ones.
    while (sockets < 10) await page.clock.runFor(5_000);
    while ((await toast.count()) === 0) await page.clock.runFor(400);
    expect(await toast.textContent()).toContain('Connection lost');
    expect(sockets).toBe(11);
    await page.clock.runFor(5_100);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(900);
    expect(await toast.count()).toBe(0);
  });

  it('a message that the server fails to delete', async () => {
    await open(withoutSound);
    await openWith(person, omar.username);
    await say(person, 'for ever');
    const bubble = messages(page, 'for ever');
    await bubble.locator('[title="Sent"], [title="Seen"]').waitFor();
    await page.route('**/api/messages/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(outOfOrder) : route.continue(),
    );
    await bubble.hover();
    await button(bubble, 'Delete message').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await isTold('Failed to delete message', 'Out of order');
    await bubble.waitFor();
  });

  it('an account that is not deleted, without an answer from the server', async () => {
    await open(withoutSound);
    await page.goto('/dashboard/profile');
    await page.route('**/api/user/account', (route) => route.abort('failed'));
    await button(page, 'Delete account').click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel(`Type ${account.username} to confirm`).fill(account.username);
    await button(question, 'Delete my account').click();
    await isTold('Error deleting account', 'There was an error deleting your account. Please try again.');
    await question.waitFor();
  });

  it('an unreadable image, one that can’t be rendered, and one that the server rejects', async () => {
    await open(withoutSound);
    await page.goto('/dashboard/profile');
    await button(page, 'Change avatar').click();
    const dialog = page.getByRole('dialog');
    const file = dialog.locator('input[type=file]').first();
    const damaged = readFileSync(picture).subarray(0, 20);
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: damaged });
    await dialog.getByText('This image could not be read. It may be damaged.').waitFor();
    await file.setInputFiles(picture);
    // No worker renders, and the page can draw but not encode.
    await page.route('**/assets/renderWorker-*.js', (route) => route.abort('failed'));
    await page.evaluate(
      'canWrite = HTMLCanvasElement.prototype.toBlob; HTMLCanvasElement.prototype.toBlob = (take) => take(null)',
    );
    await button(dialog, 'Save image').click();
    await isTold('Error uploading image', 'There was an error processing your image.');
    await page.evaluate('HTMLCanvasElement.prototype.toBlob = canWrite');
    const { promise: released, release } = gate();
    await page.route('**/api/user/images', async (route) => {
      await released;
      await route.fulfill(outOfOrder);
    });
    await button(dialog, 'Save image').click();
    await dialog.getByRole('progressbar').waitFor();
    release();
    await isTold('Error updating image', 'Out of order');
  });

  it('a missing banner is replaced by the gradient', async () => {
    const bytes = readFileSync(picture).toString('base64');
    await askAs(instance.url, account, 'PATCH', '/api/user/images', {
      backgroundUrl: `data:image/png;base64,${bytes}`,
    });
    await open(withoutSound);
    await hinder(page, fail('/media/'));
    await page.goto(`/${account.username}`);
    await page.getByRole('heading', { name: account.fullName }).waitFor();
    await expect.poll(() => page.locator('img[src^="/media/"]').count(), inTime).toBe(0);
  });
});
