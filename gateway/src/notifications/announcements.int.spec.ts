import { randomUUID } from 'node:crypto';
import { texts } from '@pmcw/contracts';
import { type NotificationEvent, type ProductEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
let nils: Member;
beforeAll(async () => {
  house = await House.open();
  lena = await house.member('lena');
  nils = await house.member('nils');
});
afterAll(() => house.close());

const time = '2026-02-03T04:05:06.000Z';

/** Appends an event like an administrator's command; resolves with its id and position. */
async function happened(stream: string, event: ProductEvent) {
  const metadata = { actorId: 1, correlationId: randomUUID(), causationId: randomUUID(), time };
  const eventId = randomUUID();
  const { position } = await house.eventStore.append(stream, 'any', [{ ...event, eventId, metadata }]);
  return { eventId, position: String(position) };
}
const append = (event: NotificationEvent) => happened(streams.notification(event.data.notificationId), event);
const text = { title: 'News', message: 'To all' };
const publish = (notificationId: string, isActive: boolean) =>
  append({ type: 'NotificationPublished', data: { notificationId, ...text, isActive } });
const hide = (notificationId: string) =>
  append({ type: 'NotificationDeactivated', data: { notificationId } });
const show = (notificationId: string, isFirst: boolean) => {
  const announces = isFirst ? { ...text, createdAt: '2026-01-01T00:00:00.000Z' } : null;
  return append({ type: 'NotificationActivated', data: { notificationId, announces } });
};
const verify = ({ id }: Member) => happened(streams.user(id), { type: 'UserVerified', data: { userId: id } });
const reject = ({ id }: Member, reason: string) =>
  happened(streams.user(id), {
    type: 'VerificationRejected',
    data: { userId: id, requestId: 'r', reason },
  });

/** Waits for a frame to everyone: everything before it has arrived by then. */
async function framesUpToNow(...clients: TestClient[]) {
  const content = randomUUID();
  await house.write(lena.id, null, content);
  for (const client of clients) {
    await expect
      .poll(() => client.of('new_global_message').map(({ message }) => message.content))
      .toContain(content);
  }
  return clients.map((client) => client.of('notification'));
}

describe('a published notification', () => {
  it('is pushed to everyone when it is first active, and never again', async () => {
    const clients = [await house.connect(lena), await house.connect(nils)];
    const { position } = await publish('at-once', true);
    await hide('at-once');
    await show('at-once', false);
    const notification = { notificationId: 'at-once', ...text, createdAt: time };
    for (const frames of await framesUpToNow(...clients)) {
      expect(frames).toEqual([{ type: 'notification', notification, position }]);
    }
  });

  it('that was prepared is pushed when it is first shown, with the time of its publication', async () => {
    const client = await house.connect(lena);
    await publish('prepared', false);
    const { position } = await show('prepared', true);
    await hide('prepared');
    await show('prepared', false);
    const notification = { notificationId: 'prepared', ...text, createdAt: '2026-01-01T00:00:00.000Z' };
    expect(await framesUpToNow(client)).toEqual([[{ type: 'notification', notification, position }]]);
  });
});

describe('the outcome of a verification', () => {
  it('is pushed to all devices of that member only', async () => {
    const devices = [await house.connect(lena), await house.connect(await house.signInAgain(lena))];
    const stranger = await house.connect(nils);
    const yes = await verify(lena);
    const no = await reject(lena, 'Who are you?');
    const { verified, rejected } = texts.notices;
    const [own, ownToo, others] = await framesUpToNow(...devices, stranger);
    expect(own).toEqual([
      {
        type: 'notification',
        notification: { notificationId: yes.eventId, ...verified, createdAt: time },
        position: yes.position,
      },
      {
        type: 'notification',
        notification: {
          notificationId: no.eventId,
          ...rejected,
          message: 'Who are you?',
          createdAt: time,
        },
        position: no.position,
      },
    ]);
    expect(ownToo).toEqual(own);
    expect(others).toEqual([]);
  });
});

describe('a client that reconnects', () => {
  const comeBack = async (member: Member, after: bigint) => {
    const client = await house.comeBack(member, String(after));
    await client.first('resumed');
    return client.of('notification').map(({ notification }) => notification.notificationId);
  };

  it.each(['a gateway that saw it', 'a gateway that started since'])(
    'gets once what it missed, from %s',
    async (which) => {
      const before = await house.eventStore.head();
      const id = randomUUID();
      await publish(id, true);
      const draft = randomUUID();
      await publish(draft, false);
      const { eventId } = await verify(lena);
      if (which === 'a gateway that started since') await house.restartGateway();
      else await framesUpToNow(await house.connect(nils));
      expect(await comeBack(lena, before)).toEqual([id, eventId]);
      expect(await comeBack(nils, before)).toEqual([id]);
      expect(await comeBack(lena, await house.eventStore.head())).toEqual([]);
    },
  );

  it('does not get what was hidden in between', async () => {
    const before = await house.eventStore.head();
    const [hidden, shown] = [randomUUID(), randomUUID()];
    await publish(hidden, true);
    await publish(shown, true);
    await hide(hidden);
    await framesUpToNow(await house.connect(nils));
    expect(await comeBack(lena, before)).toEqual([shown]);
  });
});
