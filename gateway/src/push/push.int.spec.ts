import { randomUUID } from 'node:crypto';
import { type PushPayload, pushPayloadSchema } from '@pmcw/contracts';
import { type PushServiceStandIn, type SubscribedBrowser, senderOf, startPushService } from '@pmcw/testing';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House, type Member } from '../../test/house.ts';
import type { GatewayObservation } from '../observer.ts';

let service: PushServiceStandIn;
let house: House;
let outcomes: GatewayObservation[] = [];
beforeAll(async () => {
  service = await startPushService();
  house = await House.open({
    pushServices: [service.origin],
    observe: (observation) => void (observation.kind === 'web_push' && outcomes.push(observation)),
  });
});
afterAll(async () => {
  await house.close();
  await service.close();
});

/** A member with a browser that is subscribed to pushes. */
async function subscribed(name: string, showsText = false) {
  const member = await house.member(name);
  return { member, browser: await subscribe(member, name, showsText) };
}

async function subscribe(member: Member, name: string, showsText = false): Promise<SubscribedBrowser> {
  const browser = service.browser(name);
  const { endpoint, keys } = browser.subscription;
  await house.push.put(member.session.id, { endpoint, ...keys, showsText });
  return browser;
}

const takenOf = (name: string) => service.taken.filter(({ path }) => path === `/${name}`);
const targetsOf = async ({ id }: Member) => (await house.push.of([id])).get(id) ?? [];

/** The pushes that a browser got, in order. */
const payloadsOf = (name: string, browser: SubscribedBrowser): PushPayload[] =>
  takenOf(name).map(({ body }) => v.parse(pushPayloadSchema, JSON.parse(browser.open(body))));

/** Waits until all earlier messages have been pushed: a message to another member is the last. */
async function settled(): Promise<void> {
  const name = `last_${service.taken.length}_${randomUUID().slice(0, 8)}`;
  const { member } = await subscribed(name);
  const writer = await house.member(`writer_of_${name}`);
  await house.write(writer.id, member.id, 'the last');
  await expect.poll(() => takenOf(name).length).toBe(1);
}

describe('a private message', () => {
  it('is pushed to a member without a visible page: encrypted, signed, with the name and without the text', async () => {
    const { member, browser } = await subscribed('lena');
    const writer = await house.member('omar');
    const page = await house.connect(member);
    await house.write(writer.id, member.id, 'a secret');
    const { message } = await page.first('new_message');
    await expect.poll(() => payloadsOf('lena', browser)).toHaveLength(1);
    const [payload] = payloadsOf('lena', browser);
    expect(payload).toEqual({
      type: 'message',
      id: message.id,
      senderId: writer.id,
      position: message.position,
      from: { id: writer.id, username: 'omar', fullName: 'omar Weber' },
      messageType: 'text',
      text: null,
      sentAt: expect.any(String),
    });
    const [taken] = takenOf('lena');
    if (taken === undefined) throw new Error('nothing was taken');
    expect(taken.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: `conversation-${writer.id}`,
      ttl: '86400',
    });
    expect(taken.body.includes('omar')).toBe(false);
    const { publicKey, claims } = senderOf(taken);
    expect(publicKey).toBe((await house.push.keys()).publicKey);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:nobody@localhost' });
  });

  it('includes its text if the member chose so, as much as fits', async () => {
    const { member, browser } = await subscribed('mira', true);
    const writer = await house.member('ravi');
    await house.write(writer.id, member.id, '\u{1f600}'.repeat(4_000 / 2));
    await expect.poll(() => payloadsOf('mira', browser)).toHaveLength(1);
    expect(payloadsOf('mira', browser)[0]?.text).toBe(`${'\u{1f600}'.repeat(100)}…`);
  });

  it('goes to every browser of the member only; the global chat to none', async () => {
    const { member, browser } = await subscribed('noor');
    const again = await house.signInAgain(member);
    const second = await subscribe(again, 'noor_2');
    const { member: writer, browser: own } = await subscribed('jonas');
    await house.write(writer.id, null, 'to all');
    await house.write(writer.id, member.id, 'to one');
    await settled();
    // Members are notified concurrently, so the last message may arrive first.
    const both = () => [payloadsOf('noor', browser), payloadsOf('noor_2', second)].map((all) => all.length);
    await expect.poll(both).toEqual([1, 1]);
    expect(payloadsOf('jonas', own)).toEqual([]);
  });

  it('is not pushed to a member who blocks the sender', async () => {
    const { member, browser } = await subscribed('blanca');
    const writer = await house.member('bruno');
    await house.block(member.id, writer.id);
    // Accepted by a process that had not seen the block.
    await house.write(writer.id, member.id, 'too late');
    await settled();
    expect(payloadsOf('blanca', browser)).toEqual([]);
  });

  it('is not pushed in a conversation that the member muted, until that ends', async () => {
    const { member, browser } = await subscribed('mei');
    const [quiet, other] = [await house.member('quentin'), await house.member('olga')];
    await house.mute(member.id, quiet.id, true);
    await house.write(quiet.id, member.id, 'one');
    await house.write(other.id, member.id, 'two');
    await settled();
    const senders = () => payloadsOf('mei', browser).map(({ from }) => from?.id);
    await expect.poll(senders).toEqual([other.id]);
    await house.mute(member.id, quiet.id, false);
    await house.write(quiet.id, member.id, 'three');
    await expect.poll(senders).toEqual([other.id, quiet.id]);
  });

  it('is not pushed while the member has a visible page at any gateway', async () => {
    const { member, browser } = await subscribed('elif');
    const writer = await house.member('tomasz');
    const page = await house.connect(member);
    // A page that has not reported to be visible may be in the background.
    await house.write(writer.id, member.id, 'one');
    await expect.poll(() => payloadsOf('elif', browser).length).toBe(1);
    page.send({ type: 'visible', visible: true });
    await expect.poll(() => house.push.isSeen(member.id)).toBe(true);
    await house.write(writer.id, member.id, 'two');
    await settled();
    expect(payloadsOf('elif', browser)).toHaveLength(1);
    page.send({ type: 'visible', visible: false });
    await expect.poll(() => house.push.isSeen(member.id)).toBe(false);
    await house.write(writer.id, member.id, 'three');
    await expect.poll(() => payloadsOf('elif', browser).length).toBe(2);
    // Another process reports a visible page.
    await house.push.see('elsewhere', [member.id], 60_000);
    await house.write(writer.id, member.id, 'four');
    await settled();
    expect(payloadsOf('elif', browser)).toHaveLength(2);
    await house.push.see('elsewhere', [], 0);
  });

  it('is no longer pushed once the session has ended, in whatever way', async () => {
    const { member, browser } = await subscribed('sofia');
    const writer = await house.member('idris');
    await house.sessions.endAll(member.id, 'password_changed');
    await house.write(writer.id, member.id, 'anybody there?');
    await settled();
    expect(payloadsOf('sofia', browser)).toEqual([]);
  });
});

describe('a push service', () => {
  it('that is busy, silent or broken gets a few retries', async () => {
    const { member, browser } = await subscribed('hana');
    const writer = await house.member('luca');
    service.answer('hana', 503, 429, 0, 201);
    await house.write(writer.id, member.id, 'patience');
    await expect.poll(() => takenOf('hana').length).toBe(4);
    await settled();
    expect(new Set(payloadsOf('hana', browser).map(({ sentAt }) => sentAt)).size).toBe(1);
    outcomes = [];
    service.answer('hana', 500);
    await house.write(writer.id, member.id, 'in vain');
    await expect.poll(() => outcomes).toContainEqual({ kind: 'web_push', outcome: 'failed' });
    expect(takenOf('hana')).toHaveLength(8);
  });

  it.each([404, 410])('that answers %d has lost the browser: its subscription is dropped', async (status) => {
    const name = `gone_${status}`;
    const { member } = await subscribed(name);
    const writer = await house.member(`writer_${status}`);
    service.answer(name, status);
    await house.write(writer.id, member.id, 'hello?');
    await expect.poll(() => targetsOf(member)).toEqual([]);
    expect(takenOf(name)).toHaveLength(1);
  });

  it.each([400, 403, 302])(
    'that refuses with %d gets no retry, and no redirect is followed',
    async (status) => {
      const name = `refused_${status}`;
      const { member } = await subscribed(name);
      const writer = await house.member(`writer_${status}_`);
      outcomes = [];
      service.answer(name, status);
      await house.write(writer.id, member.id, 'hello?');
      await expect.poll(() => outcomes).toContainEqual({ kind: 'web_push', outcome: 'refused' });
      await settled();
      expect(takenOf(name)).toHaveLength(1);
      expect(await targetsOf(member)).toHaveLength(1);
    },
  );

  it('is the only kind of host that gets requests, whatever address is stored', async () => {
    const { member, browser } = await subscribed('evil');
    const { endpoint, keys } = browser.subscription;
    await house.push.put(member.session.id, {
      endpoint: endpoint.replace('127.0.0.1', 'localhost'),
      ...keys,
    });
    const writer = await house.member('mallory');
    outcomes = [];
    await house.write(writer.id, member.id, 'boo');
    await expect.poll(() => outcomes).toContainEqual({ kind: 'web_push', outcome: 'refused' });
    expect(takenOf('evil')).toEqual([]);
  });
});

describe('of several gateways', () => {
  it('one pushes; when it stops, another continues from its position, without deleted messages', async () => {
    const { member, browser } = await subscribed('freya');
    const writer = await house.member('wolf');
    const { gateway: second } = await house.anotherGateway();
    await expect.poll(() => house.gateway.webPush().mode).toBe('following');
    expect(second.webPush().mode).toBe('standby');
    await house.write(writer.id, member.id, 'one');
    await expect.poll(() => payloadsOf('freya', browser).length).toBe(1);
    await settled();
    expect(payloadsOf('freya', browser)).toHaveLength(1);
    await house.gateway.close();
    // No process leads yet: the other one looks every few seconds whether it should.
    await house.write(writer.id, member.id, 'two');
    await expect.poll(() => payloadsOf('freya', browser).length).toBe(2);
    const { mode, position } = second.webPush();
    expect([mode, Number(position)]).toEqual(['following', Number(await house.eventStore.head())]);
    await second.close();
    // Also with all of them down.
    await house.write(writer.id, member.id, 'three');
    const taken = uuidv7();
    await house.write(writer.id, member.id, 'not meant', taken);
    await house.delete(taken, writer.id, member.id);
    outcomes = [];
    await house.restartGateway();
    await expect.poll(() => outcomes).toContainEqual({ kind: 'web_push', outcome: 'withdrawn' });
    await settled();
    expect(payloadsOf('freya', browser)).toHaveLength(3);
  });

  it('one pushes to a subscribed member among a thousand messages to others', async () => {
    const { member, browser } = await subscribed('kaya');
    const writer = await house.member('busy');
    const other = await house.member('unsubscribed');
    const writeMany = (count: number) =>
      Promise.all(Array.from({ length: count }, () => house.write(writer.id, other.id)));
    await house.gateway.close();
    await writeMany(50);
    await house.write(writer.id, member.id, 'not lost');
    for (let round = 0; round < 12; round += 1) await writeMany(100);
    outcomes = [];
    await house.restartGateway();
    await expect.poll(() => payloadsOf('kaya', browser).length).toBe(1);
    await settled();
    expect(outcomes).not.toContainEqual({ kind: 'web_push', outcome: 'dropped' });
  });
});
