import { problems } from '@pmcw/contracts';
import { sampled } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, signInAdmin, signUp, takeSessionOf } from './support/accounts.ts';
import { withWorker } from './support/browser.ts';
import { outboxes, sayAll, sayQuickly } from './support/device.ts';
import type { RequestFault, RequestSeen } from './support/faultKinds.ts';
import { composer, login, messages, say } from './support/member.ts';
import {
  arrived,
  expectInLog,
  expectMark,
  expectNothingWaits,
  gate,
  idOf,
  inTime,
  isOf,
  leave,
  networkOf,
  type OfflineWorld,
  openConversation,
  openWriter,
  startOfflineWorld,
  type Writer,
} from './support/offlineWorld.ts';

/** A problem as the server answers it. */
function problem(code: keyof typeof problems, headers: Readonly<Record<string, string>> = {}): RequestFault {
  const { status, title } = problems[code];
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: `${title}.`, code });
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body,
  };
}

/** The answer of a hotel's network to all requests until the guest signs in. */
const captivePortal: RequestFault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome</title><h1>Sign in to our Wi-Fi</h1>',
};

/** The queue survives any answer of the server, or of a server in front of it. */
describe('unsuccessful answers', () => {
  let world: OfflineWorld;
  beforeAll(async () => {
    world = await startOfflineWorld();
  });
  afterAll(() => world?.remove());

  /** Queues messages while no request of this session reaches the service. */
  async function queued(writer: Writer, texts: readonly string[]) {
    const { requests, service, cutSockets } = networkOf(world, writer);
    const cable = requests.always(service, { kind: 'cut' });
    cutSockets();
    const ids = await sayAll(writer.person.page, writer.chat, texts);
    await expect.poll(() => outboxes(writer.person.page), inTime).toHaveLength(texts.length);
    return { cable, ids };
  }

  it('the session ends with messages queued, and the same member signs in again', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { page, context } = lena.person;
    // All requests of this session are blocked, including Chromium's retries.
    const { ids } = await queued(lena, ['written before', 'the session ended']);
    await context.clearCookies();
    await page.getByText('You need to log in to access messages.').waitFor();
    expect((await outboxes(page)).map(({ id }) => id)).toEqual(ids);
    expect(await world.product.sent.of(lena.account.id)).toEqual([]);
    await login(lena.person, lena.account.username);
    await expectNothingWaits(lena);
    await expectInLog(world, lena, ids);
    await openConversation(lena);
    await expectMark(lena, 'the session ended', arrived);
    await leave(lena);
  });

  it('another member signs in, sees and sends none of the queue, and the first signs in again', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const omar = await signUp(world.product.url, 'Omar Haddad');
    const { page, context } = lena.person;
    const { ids } = await queued(lena, ['a secret of mine']);
    await context.clearCookies();
    await page.getByText('You need to log in to access messages.').waitFor();
    await login(lena.person, omar.username);
    await page.goto(`/messages?user=${lena.peer.username}`);
    await composer(page).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await messages(page, 'a secret of mine').count()).toBe(0);
    await say(lena.person, 'from somebody else');
    await expectMark(lena, 'from somebody else', arrived);
    expect(await world.product.sent.of(omar.id)).toHaveLength(1);
    expect(await world.product.sent.of(lena.account.id)).toEqual([]);
    await context.clearCookies();
    await page.reload();
    await page.getByText('You need to log in to access messages.').waitFor();
    await login(lena.person, lena.account.username);
    await expectNothingWaits(lena);
    await expectInLog(world, lena, ids);
    await leave(lena);
  });

  it('another member signs in in another tab, unnoticed by this one: no message is sent as theirs', async () => {
    const script = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)";
    const lena = await openWriter(world, 'Lena Weber', { script });
    const omar = await signUp(world.product.url, 'Omar Haddad');
    const { page, context } = lena.person;
    const { ids } = await queued(lena, ['a secret of mine', 'and another one']);
    const asOmar = networkOf(world, { ...lena, isTheirs: isOf(omar) });
    // Otherwise the socket would reveal it before a message is tried.
    const noSocket = asOmar.requests.always(asOmar.upgrade, { kind: 'answer', status: 503 });
    const tried = asOmar.requests.next(asOmar.post, { kind: 'delay', ms: 0 });
    // This tab knows only the answer to the other tab's sign-in.
    await takeSessionOf(context, world.product.url, omar);
    expect((await tried.met).body).toContain(ids[0]);
    // Now this tab knows that the other member is signed in.
    await page
      .getByRole('link', { name: 'My Profile' })
      .and(page.locator(`[href="/${omar.username}"]`))
      .waitFor();
    noSocket.lift();
    await page.goto('/messages');
    await page.getByText('Live', { exact: true }).waitFor();
    expect((await outboxes(page)).map(({ id }) => id)).toEqual(ids);
    await context.clearCookies();
    await page.reload();
    await page.getByText('You need to log in to access messages.').waitFor();
    await login(lena.person, lena.account.username);
    await expectNothingWaits(lena);
    await expectInLog(world, lena, ids);
    expect(await world.product.sent.of(omar.id)).toEqual([]);
    await leave(lena);
  });

  it('another member signs in in another tab while the socket owes an answer: no message is sent as theirs', async () => {
    const omar = await signUp(world.product.url, 'Omar Haddad');
    const { id, username, fullName } = omar;
    // The message is lost on its way, and at that moment the other tab records who is signed in.
    const script = `{
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (frame) {
        if (JSON.parse(frame).type !== 'message' || 'lost' in sessionStorage) return send.call(this, frame);
        sessionStorage.lost = 'yes';
        const before = JSON.parse(localStorage.getItem('session-user'));
        localStorage.setItem('session-user', JSON.stringify({ ...before, ...${JSON.stringify({ id, username, fullName })} }));
      };
    }`;
    const lena = await openWriter(world, 'Lena Weber', { script });
    const { page, context } = lena.person;
    const { requests, post, service } = networkOf(world, { ...lena, isTheirs: isOf(omar) });
    const { promise: until, release } = gate();
    const posts = requests.always(post, { kind: 'hold', until });
    const asksWhoIsHere = (seen: RequestSeen) => service(seen) && seen.path === '/api/user';
    const asked = requests.next(asksWhoIsHere, { kind: 'delay', ms: 0 });
    const others = requests.always(service, { kind: 'hold', until });
    await takeSessionOf(context, world.product.url, omar);
    await say(lena.person, 'a secret of mine');
    await asked.met;
    expect(posts.times).toBe(0);
    for (const rule of [posts, others]) rule.lift();
    release();
    await page
      .getByRole('link', { name: 'My Profile' })
      .and(page.locator(`[href="/${omar.username}"]`))
      .waitFor();
    await context.clearCookies();
    await page.reload();
    await page.getByText('You need to log in to access messages.').waitFor();
    await login(lena.person, lena.account.username);
    await expect.poll(async () => (await world.product.sent.of(lena.account.id)).length, inTime).toBe(1);
    expect(await world.product.sent.of(omar.id)).toEqual([]);
    await leave(lena);
  });

  it('the member is suspended with messages queued: they stay, show why they wait, and are sent after the suspension', async () => {
    const { url, instance, sent } = world.product;
    const lena = await openWriter(world, 'Lena Weber');
    const { page } = lena.person;
    const { cable, ids } = await queued(lena, ['written before', 'I was suspended']);
    const admin = await signInAdmin(url, instance.adminPassword);
    const suspend = (isSuspended: boolean) =>
      askAs(url, admin, 'PATCH', `/api/admin/users/${lena.account.id}/suspend`, { isSuspended });
    await suspend(true);
    cable.lift();
    await page.getByText('You need to log in to access messages.').waitFor();
    await page.getByRole('banner').getByRole('status').getByRole('link').getByText('sign in').waitFor();
    expect((await outboxes(page)).map(({ id }) => id)).toEqual(ids);
    expect(await sent.of(lena.account.id)).toEqual([]);
    await suspend(false);
    await login(lena.person, lena.account.username);
    await expectNothingWaits(lena);
    await expectInLog(world, lena, ids);
    await leave(lena);
  });

  it('the receiver is deleted: the message shows that, and its text stays', async () => {
    const { url } = world.product;
    const lena = await openWriter(world, 'Lena Weber');
    const { page } = lena.person;
    const { cable } = await queued(lena, ['to a deleted member']);
    await askAs(url, lena.peer, 'DELETE', '/api/user/account');
    cable.lift();
    await expectMark(lena, 'to a deleted member', /^Not sent$/);
    await messages(page, 'to a deleted member').getByText('No such member.').waitFor();
    await page.getByRole('heading', { name: 'Deleted member' }).waitFor();
    expect(await world.product.sent.of(lena.account.id)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByText('Deleted member').count(), inTime).toBe(0);
    await leave(lena);
  });

  const passing: readonly (readonly [string, RequestFault])[] = [
    ["a captive portal's page with 200", captivePortal],
    ['429', problem('too_many_requests', { 'retry-after': '2' })],
    ['500', problem('internal')],
    ['503', problem('unavailable', { 'retry-after': '1' })],
    ['413 from another server', { kind: 'answer', status: 413, body: '<h1>Request Entity Too Large</h1>' }],
  ];
  it.each(sampled(passing, 1))('%s: the message waits, and later ones wait behind it', async (_, fault) => {
    const lena = await openWriter(world, 'Lena Weber');
    const { requests, upgrade, post, cutSockets } = networkOf(world, lena);
    const noSocket = requests.always(upgrade, { kind: 'answer', status: 503 });
    cutSockets();
    const refusing = requests.always(post, fault);
    await say(lena.person, 'the first');
    await say(lena.person, 'the second');
    await expectMark(lena, 'the first', /^Waiting/);
    await expectMark(lena, 'the second', /^Waiting/);
    expect(await world.product.sent.of(lena.account.id)).toEqual([]);
    refusing.lift();
    await expectMark(lena, 'the second', arrived);
    noSocket.lift();
    await expectInLog(world, lena, [await idOf(lena, 'the first'), await idOf(lena, 'the second')]);
    await leave(lena);
  });

  it('the server sends Retry-After, and gets no request before', async () => {
    const lena = await openWriter(world, 'Lena Weber', { isHurried: false });
    const { requests, upgrade, post, cutSockets } = networkOf(world, lena);
    requests.always(upgrade, { kind: 'answer', status: 503 });
    cutSockets();
    const refused = requests.next(post, problem('too_many_requests', { 'retry-after': '3' }));
    await say(lena.person, 'patience');
    const first = await refused.met;
    const second = await requests.next(post, { kind: 'delay', ms: 0 }).met;
    expect(second.at - first.at).toBeGreaterThan(3_000);
    await expectMark(lena, 'patience', arrived);
    await leave(lena);
  });

  it('413 from the product: the message is parked with its reason, later ones are sent, and it can be retried', async () => {
    const lena = await openWriter(world, 'Lena Weber');
    const { requests, upgrade, post, cutSockets } = networkOf(world, lena);
    const noSocket = requests.always(upgrade, { kind: 'answer', status: 503 });
    cutSockets();
    requests.next(post, problem('too_large'));
    await say(lena.person, 'too much');
    await expectMark(lena, 'too much', /^Not sent$/);
    await say(lena.person, 'enough');
    await expectMark(lena, 'enough', arrived);
    const { page } = lena.person;
    await page.getByRole('button', { name: 'Retry', exact: true }).press('Enter');
    await expectMark(lena, 'too much', arrived);
    // Focus stays at the message, whose buttons are gone.
    await page.locator('[data-message]:focus').filter({ hasText: 'too much' }).waitFor();
    requests.next(post, problem('too_large'));
    await say(lena.person, 'to be shortened');
    await expectMark(lena, 'to be shortened', /^Not sent$/);
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await composer(page).and(page.locator(':focus')).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe('to be shortened');
    await composer(page).fill('');
    noSocket.lift();
    await expectNothingWaits(lena);
    await expectInLog(world, lena, [await idOf(lena, 'enough'), await idOf(lena, 'too much')]);
    await leave(lena);
  });

  it('a captive portal answers all requests: the member stays signed in', async () => {
    const lena = await openWriter(world, 'Lena Weber', { context: withWorker });
    const { requests, service, cutSockets } = networkOf(world, lena);
    await lena.person.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const portal = requests.always(service, captivePortal);
    cutSockets();
    const id = await sayQuickly(lena.person.page, lena.chat, 'behind the portal');
    await expectMark(lena, 'behind the portal', /^Waiting/);
    await lena.person.page.reload();
    await expectMark(lena, 'behind the portal', /^Waiting/);
    portal.lift();
    await expectMark(lena, 'behind the portal', arrived);
    await expectInLog(world, lena, [id]);
    await leave(lena);
  });
});
