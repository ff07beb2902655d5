import { sampled } from '@pmcw/testing';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteWakeUps, wakeUp, wakeUpAsked } from './support/backgroundSync.ts';
import { withWorker } from './support/browser.ts';
import { outboxes, sayAll, sayQuickly } from './support/device.ts';
import { composer, messages, say } from './support/member.ts';
import {
  arrived,
  expectInLog,
  expectMark,
  expectNothingWaits,
  gate,
  giveUp,
  idOf,
  inTime,
  killTab,
  leave,
  networkOf,
  type OfflineWorld,
  openConversation,
  openWriter,
  startOfflineWorld,
  type Writer,
} from './support/offlineWorld.ts';
import { workerIsReady } from './support/serviceWorker.ts';

/** Failures between Enter and the server's answer: the log must have the message once in every case. */
describe('tabs and networks that fail', () => {
  let world: OfflineWorld;
  beforeAll(async () => {
    world = await startOfflineWorld();
  });
  afterAll(() => world?.remove());

  const mine = (writer: Writer) => networkOf(world, writer);

  it.each(sampled(['lose-answer', 'lose'] as const, 1))(
    'the tab is killed between send and ack (%s)',
    async (kind) => {
      const lena = await openWriter(world, 'Lena Weber');
      const { frames, frame } = mine(lena);
      const lost = frames.next(frame, { kind });
      await say(lena.person, 'the last words of a tab');
      const id = await idOf(lena, 'the last words of a tab');
      await lost.met;
      await killTab(lena.person.page);
      const page = await lena.person.context.newPage();
      await openConversation(lena, page);
      await expectMark(lena, 'the last words of a tab', arrived, page);
      await expectNothingWaits(lena, page);
      await expectInLog(world, lena, [id]);
      await leave(lena);
    },
  );

  it('every answer is lost, and the message is retried much later', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { frames, frame, requests, post, service } = mine(lena);
    frames.next(frame, { kind: 'lose-answer' });
    const unheard = requests.always(post, { kind: 'lose-answer' });
    // Otherwise the next socket would deliver the answer.
    const cable = requests.always(service, { kind: 'cut' });
    await say(lena.person, 'into the void');
    await say(lena.person, 'and after it');
    await expectMark(lena, 'into the void', /^Waiting/);
    expect(unheard.times).toBeGreaterThan(0);
    unheard.lift();
    cable.lift();
    await expectMark(lena, 'and after it', arrived);
    await expectInLog(world, lena, [await idOf(lena, 'into the void'), await idOf(lena, 'and after it')]);
    await leave(lena);
  });

  it('Enter is pressed twice, and in two tabs with the same draft', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { page, context } = lena.person;
    await composer(page).fill('only once');
    await Promise.all([composer(page).press('Enter'), composer(page).press('Enter')]);
    await expectMark(lena, 'only once', arrived);
    await composer(page).fill('from either tab');
    // Stored, so that the other tab has it too.
    await composer(page).blur();
    const other = await context.newPage();
    await openConversation(lena, other);
    await expect.poll(() => composer(other).inputValue(), inTime).toBe('from either tab');
    await Promise.all([composer(page).press('Enter'), composer(other).press('Enter')]);
    await expectMark(lena, 'from either tab', arrived);
    await expectNothingWaits(lena);
    await expectInLog(world, lena, [await idOf(lena, 'only once'), await idOf(lena, 'from either tab')]);
    await leave(lena);
  });

  it('the sending one of two tabs is killed', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { frames, frame, requests, post } = mine(lena);
    const other = await lena.person.context.newPage();
    await openConversation(lena, other);
    const { promise, release } = gate();
    // Both ways: whichever tab sends, nothing gets through before it is killed.
    frames.always(frame, { kind: 'hold', until: promise });
    const stuck = requests.always(post, { kind: 'hold', until: promise });
    await composer(other).fill('the leader dies');
    await composer(other).press('Enter');
    const id = await idOf(lena, 'the leader dies', other);
    await stuck.met;
    await killTab(other);
    await say(lena.person, 'its heir continues');
    release();
    await expectMark(lena, 'the leader dies', arrived);
    await expectMark(lena, 'its heir continues', arrived);
    await expectInLog(world, lena, [id, await idOf(lena, 'its heir continues')]);
    await leave(lena);
  });

  it('the socket dies after the frame, and HTTP completes it', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { frames, frame, requests, post, upgrade } = mine(lena);
    requests.always(upgrade, { kind: 'cut' });
    const posted = requests.next(post, { kind: 'delay', ms: 0 });
    frames.next(frame, { kind: 'cut-after' });
    await say(lena.person, 'by two ways');
    const id = await idOf(lena, 'by two ways');
    expect((await posted.met).body).toContain(id);
    await expectMark(lena, 'by two ways', arrived);
    await expectInLog(world, lena, [id]);
    await leave(lena);
  });

  it('everything arrives twice, and late', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { frames, frame, fromServer, requests, post, upgrade, cutSockets } = mine(lena);
    frames.always(fromServer, { kind: 'twice' });
    frames.always(frame, { kind: 'twice' });
    requests.always(post, { kind: 'twice' });
    const ids = [await sayQuickly(lena.person.page, lena.chat, 'twice by the socket')];
    await expectMark(lena, 'twice by the socket', arrived);
    const noSocket = requests.always(upgrade, { kind: 'answer', status: 503 });
    cutSockets();
    ids.push(await sayQuickly(lena.person.page, lena.chat, 'twice over HTTP'));
    await expectMark(lena, 'twice over HTTP', arrived);
    noSocket.lift();
    ids.push(await sayQuickly(lena.person.page, lena.chat, 'and once more'));
    await expectMark(lena, 'and once more', arrived);
    await expectInLog(world, lena, ids);
    for (const text of ['twice by the socket', 'twice over HTTP', 'and once more']) {
      expect(await messages(lena.person.page, text).count()).toBe(1);
    }
    await leave(lena);
  });

  it.each(sampled([true, false], 1))('navigator.onLine is wrongly %s', async (says) => {
    const script = `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => ${says} });`;
    const lena = await openWriter(world, 'Lena Weber', { script });
    const { requests, service, cutSockets } = mine(lena);
    const cable = says ? requests.always(service, { kind: 'cut' }) : null;
    if (says) cutSockets();
    await say(lena.person, 'is there a network?');
    if (says) await expectMark(lena, 'is there a network?', /^Waiting for network$/);
    cable?.lift();
    await expectMark(lena, 'is there a network?', arrived);
    await expectInLog(world, lena, [await idOf(lena, 'is there a network?')]);
    await leave(lena);
  });

  it.each(sampled([-400, 400], 1))('the device’s clock is wrong by %i days', async (days) => {
    const script = `(() => {
      const Real = Date;
      const off = ${days * 86_400_000};
      window.Date = class Date extends Real {
        constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given); }
        static now() { return Real.now() + off; }
      };
    })()`;
    const lena = await openWriter(world, 'Lena Weber', { isHurried: false, script });
    const { requests, service, cutSockets } = mine(lena);
    const cable = requests.always(service, { kind: 'cut' });
    cutSockets();
    const said = Date.now();
    const texts = ['before the beginning', 'in the middle', 'after the end'];
    const ids: string[] = [];
    for (const text of texts) ids.push(await sayQuickly(lena.person.page, lena.chat, text));
    await expectMark(lena, 'before the beginning', /^Waiting for network$/);
    cable.lift();
    await expectMark(lena, 'after the end', arrived);
    await expectInLog(world, lena, ids);
    const shown = v.parse(
      v.array(v.string()),
      await lena.person.page.evaluate(
        "[...document.querySelectorAll('[data-message] time')].map((time) => time.dateTime)",
      ),
    );
    for (const at of shown) expect(Math.abs(Date.parse(at) - said)).toBeLessThan(3_600_000);
    await leave(lena);
  });

  it('a message is deleted while it is queued, and another while it is sent', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { page } = lena.person;
    const { frames, frame, requests, service, post, cutSockets } = mine(lena);
    const cable = requests.always(service, { kind: 'cut' });
    cutSockets();
    await say(lena.person, 'queued first');
    await expectMark(lena, 'queued first', /^Waiting for network$/);
    await say(lena.person, 'never sent');
    await giveUp(lena, 'never sent');
    cable.lift();
    await expectMark(lena, 'queued first', arrived);
    await page.getByText('Live', { exact: true }).waitFor();

    const { promise, release } = gate();
    const held = frames.next(frame, { kind: 'hold', until: promise });
    requests.next(post, { kind: 'hold', until: promise });
    await say(lena.person, 'on its way');
    const onItsWay = await idOf(lena, 'on its way');
    await held.met;
    await giveUp(lena, 'on its way');
    release();
    await say(lena.person, 'goes on');
    await expectMark(lena, 'goes on', arrived);
    await expectNothingWaits(lena);
    const sent = await world.product.sent.of(lena.account.id);
    const left = sent.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
    expect(left).toEqual([await idOf(lena, 'queued first'), await idOf(lena, 'goes on')]);
    expect(sent.filter(({ id }) => id === onItsWay).length).toBeLessThan(2);
    await page.reload();
    await composer(page).waitFor();
    expect(await messages(page, 'on its way').count()).toBe(0);
    await leave(lena);
  });

  it('the app is opened offline: the member stays signed in, reads and writes', async () => {
    const lena = await openWriter(world, 'Lena Weber', { context: withWorker });
    const { context, page } = lena.person;
    await say(lena.person, 'while there was a network');
    await expectMark(lena, 'while there was a network', arrived);
    await workerIsReady(page);
    await context.setOffline(true);
    await page.close();
    const later = await context.newPage();
    await later.goto('/messages');
    await later.getByRole('button', { name: lena.peer.fullName }).click();
    await expect.poll(() => messages(later, 'while there was a network').count(), inTime).toBe(1);
    const id = await sayQuickly(later, lena.chat, 'without one');
    await expectMark(lena, 'without one', /^Waiting for network$/, later);
    await later.reload();
    await expectMark(lena, 'without one', /^Waiting for network$/, later);
    expect(await outboxes(later)).toMatchObject([{ id }]);
    await context.setOffline(false);
    await expectMark(lena, 'without one', arrived, later);
    await expectInLog(world, lena, [await idOf(lena, 'while there was a network', later), id]);
    await leave(lena);
  });

  const countTransactions = `(() => {
    window.transactions = 0;
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      const transaction = begin.apply(this, given);
      const end = () => { window.transactions -= 1; };
      window.transactions += 1;
      transaction.addEventListener('complete', end);
      transaction.addEventListener('abort', end);
      return transaction;
    };
  })()`;
  /**
   * Stops all scripts of a page, as browsers do with background tabs; Chromium freezes no visible ones. Between two
   * transactions, because one that is under way would block the database for a minute.
   */
  const freeze = async (page: Page) => {
    const devTools = await page.context().newCDPSession(page);
    const isPaused = new Promise((resolve) => devTools.once('Debugger.paused', resolve));
    await devTools.send('Debugger.enable');
    await page.evaluate(`setTimeout(function pause() {
      if (window.transactions > 0) setTimeout(pause);
      else { debugger; }
    })`);
    await isPaused;
  };
  const without = [
    { what: 'an open window', leave: (page: Page) => page.close() },
    { what: 'a window that is not frozen', leave: freeze },
  ];
  it.each(without)(
    'the browser wakes the service worker without $what: it sends queued messages',
    async ({ leave: leavePage }) => {
      const lena = await openWriter(world, 'Lena Weber', { context: withWorker, isHurried: false });
      const { context, page } = lena.person;
      await noteWakeUps(context);
      await context.addInitScript(countTransactions);
      await page.reload();
      await workerIsReady(page);
      await context.setOffline(true);
      const ids = await sayAll(page, lena.chat, ['written and', 'then closed']);
      await expectMark(lena, 'then closed', /^Waiting for network$/);
      await expect.poll(() => wakeUpAsked(page), inTime).toContain(`messages-of-${lena.account.id}-`);
      const tag = await wakeUpAsked(page);
      await leavePage(page);
      await context.setOffline(false);
      await wakeUp(context, world.product.url, tag);
      await expectInLog(world, lena, ids);
      // Reopened, the app knows this without asking.
      await context.setOffline(true);
      const later = await context.newPage();
      await later.goto('/messages');
      await later.getByRole('button', { name: lena.peer.fullName }).click();
      await expectMark(lena, 'then closed', arrived, later);
      await expectNothingWaits(lena, later);
      await leave(lena);
    },
  );
});
