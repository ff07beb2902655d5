import { deliveryId, limits, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { newAddress, type Process, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  admin = await app.administrator();
  member = await app.register('reader');
});
afterAll(() => app.stop());

const notFound = {
  status: 404,
  body: expect.objectContaining({ code: 'not_found', detail: texts.refusals.notificationNotFound }),
};
const path = '/api/admin/notifications';
const position = ({ headers }: { headers: Headers }) => BigInt(headers.get('x-position') ?? -1);

async function publish(isActive = true): Promise<string> {
  const { status, body } = await admin.post(path, {
    id: uuidv7(),
    title: 'News',
    message: 'To all',
    isActive,
  });
  expect(status).toBe(201);
  return String(body.id);
}
const toggle = (id: string, isActive: boolean) => admin.call('PATCH', `${path}/${id}`, { isActive });
const read = (id: string, by = member) => by.call('PATCH', `/api/notifications/${id}/read`);
const readAll = (by = member) => by.call('PATCH', '/api/notifications/read-all');
const dismiss = (id: string, by = member) => by.call('DELETE', `/api/notifications/${deliveryId(by.id, id)}`);
const inbox = async (of: SignedIn) =>
  (await app.events(streams.inbox(of.id))).map(({ type, data }) => ({ type, data }));
const typesOf = async (id: string) => (await app.events(streams.notification(id))).map(({ type }) => type);

describe('POST /api/admin/notifications', () => {
  it('returns the notification, with one event for all members', async () => {
    const head = await app.eventStore.head();
    const body = { title: ' News ', message: ' To all ', isActive: true, isGlobal: true };
    const answer = await admin.post(path, body);
    const { events } = await app.eventStore.readAll(head);
    expect(events).toMatchObject([
      {
        type: 'NotificationPublished',
        stream: streams.notification(String(answer.body.id)),
        data: { notificationId: answer.body.id, title: 'News', message: 'To all', isActive: true },
        metadata: { actorId: admin.id },
        position: position(answer),
      },
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      title: 'News',
      message: 'To all',
      isGlobal: true,
      isActive: true,
      createdAt: events[0]?.metadata.time,
      createdBy: admin.id,
    });
  });

  it('is active by default', async () => {
    const { body } = await admin.post(path, { title: 'News', message: 'To all' });
    expect(body).toMatchObject({ isActive: true });
    const draft = await admin.post(path, { title: 'News', message: 'To all', isActive: false });
    expect(draft.body).toMatchObject({ isActive: false });
  });

  const incomplete = texts.validation.notificationIncomplete;
  it.each([
    [{ message: 'To all' }, 'title', incomplete],
    [{ title: ' ', message: 'To all' }, 'title', incomplete],
    [{ title: 'News' }, 'message', incomplete],
    [{ title: 'News', message: '\n\t' }, 'message', incomplete],
    [{ title: 7, message: 'To all' }, 'title', incomplete],
    [{ title: 'x'.repeat(limits.notificationTitleMax + 1), message: 'm' }, 'title', texts.validation.tooLong],
    [
      { title: 't', message: 'x'.repeat(limits.notificationMessageMax + 1) },
      'message',
      texts.validation.tooLong,
    ],
    [{ title: 't', message: 'm', isActive: 'yes' }, 'isActive', texts.validation.invalidValue],
    [{ title: 't', message: 'm', isGlobal: false }, 'isGlobal', texts.validation.invalidValue],
  ])('explains what is wrong with %j', async (body, field, message) => {
    const head = await app.eventStore.head();
    const answer = await admin.post(path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail: message } });
    expect(answer.body.errors).toEqual([{ path: field, message }]);
    expect(await app.eventStore.head()).toBe(head);
  });
});

describe('PATCH /api/admin/notifications/{id}', () => {
  it('hides and shows it, and leaves no event if nothing changes', async () => {
    const id = await publish();
    for (const isActive of [true, false, false, true, true]) {
      expect(await toggle(id, isActive)).toMatchObject({ status: 200, body: { id, isActive } });
    }
    expect(await typesOf(id)).toEqual([
      'NotificationPublished',
      'NotificationDeactivated',
      'NotificationActivated',
    ]);
  });

  it('announces only the first activation', async () => {
    const id = await publish(false);
    const [published] = await app.events(streams.notification(id));
    for (const isActive of [true, false, true]) await toggle(id, isActive);
    const announced = (await app.events(streams.notification(id))).flatMap(({ type, data }) =>
      type === 'NotificationActivated' ? [data.announces] : [],
    );
    expect(announced).toEqual([
      { title: 'News', message: 'To all', createdAt: published?.metadata.time },
      null,
    ]);
  });

  it('announces once if two processes show it at the same moment', async () => {
    const id = await publish(false);
    const second = await app.withSession(admin.id, other);
    await Promise.all(
      [admin, second, admin, second].map((by) => by.call('PATCH', `${path}/${id}`, { isActive: true })),
    );
    expect(await typesOf(id)).toEqual(['NotificationPublished', 'NotificationActivated']);
  });

  it('does not name a deleted author', async () => {
    const author = await app.register('author');
    await app.service.grantAdministrator(author.username);
    const { body } = await author.post(path, { title: 'News', message: 'To all' });
    expect(body).toMatchObject({ createdBy: author.id });
    await admin.call('DELETE', `/api/admin/users/${author.id}`);
    const answer = await toggle(String(body.id), false);
    expect(answer).toMatchObject({ status: 200, body: { title: 'News', createdBy: null } });
  });

  it('finds only published ones', async () => {
    for (const id of ['nonsense', uuidv7(), (await publish()).toUpperCase()]) {
      expect(await toggle(id, false)).toMatchObject(notFound);
    }
  });

  it('requires the new state', async () => {
    const answer = await admin.call('PATCH', `${path}/${await publish()}`, {});
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'isActive' }] } });
  });
});

describe('PATCH /api/notifications/{notificationId}/read', () => {
  it('marks one as read, once', async () => {
    const reader = await app.register('reads_one');
    const id = await publish();
    const answer = await read(id, reader);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await read(id, reader)).toMatchObject({ status: 204 });
    expect(await inbox(reader)).toEqual([
      { type: 'NotificationRead', data: { readerId: reader.id, notificationId: id } },
    ]);
    expect((await app.events(streams.inbox(reader.id)))[0]?.position).toBe(position(answer));
  });

  it('leaves no event if it was read with all', async () => {
    const reader = await app.register('reads_twice');
    const id = await publish();
    await readAll(reader);
    await read(id, reader);
    expect((await inbox(reader)).map(({ type }) => type)).toEqual(['AllNotificationsRead']);
  });

  it('finds only those in the list: published, shown, not removed', async () => {
    const [draft, hidden, removed] = [await publish(false), await publish(), await publish()];
    await toggle(hidden, false);
    await dismiss(removed);
    for (const id of ['nonsense', uuidv7(), draft, hidden, removed]) {
      expect(await read(id)).toMatchObject(notFound);
    }
    await toggle(draft, true);
    expect(await read(draft)).toMatchObject({ status: 204 });
  });
});

describe('PATCH /api/notifications/read-all', () => {
  it('marks all so far, and does nothing if there are none since', async () => {
    const reader = await app.register('reads_all');
    await publish();
    const head = await app.eventStore.head();
    expect(await readAll(reader)).toMatchObject({ status: 204, text: '' });
    const again = await readAll(reader);
    expect(await inbox(reader)).toEqual([
      { type: 'AllNotificationsRead', data: { readerId: reader.id, upTo: String(head) } },
    ]);
    expect(position(again)).toBe((await app.events(streams.inbox(reader.id)))[0]?.position);
    await publish();
    await readAll(reader);
    expect(await inbox(reader)).toHaveLength(2);
  });

  it('works concurrently with read marks of messages in the same stream', async () => {
    const reader = await app.register('reads_much');
    const second = await app.withSession(reader.id, other);
    const id = await publish();
    await admin.post('/api/messages', { receiverId: reader.id, content: 'Hello' });
    await admin.post('/api/messages/global', { content: 'Hello, all' });
    const answers = await Promise.all([
      readAll(reader),
      second.post('/api/messages/read/1'),
      second.call('PATCH', `/api/notifications/${id}/read`),
      reader.post('/api/messages/global/read'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const types = new Set((await inbox(reader)).map(({ type }) => type));
    expect([...types]).toEqual(
      expect.arrayContaining(['AllNotificationsRead', 'ConversationRead', 'GlobalChatRead']),
    );
  });
});

describe('DELETE /api/notifications/{id}', () => {
  it('removes a delivery once, permanently', async () => {
    const id = await publish();
    const answer = await dismiss(id);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await app.events(streams.inbox(member.id))).at(-1)).toMatchObject({
      type: 'NotificationDismissed',
      data: { readerId: member.id, notificationId: id },
      position: position(answer),
    });
    expect(await dismiss(id)).toMatchObject(notFound);
    for (const isActive of [false, true]) await toggle(id, isActive);
    expect(await dismiss(id)).toMatchObject(notFound);
  });

  it('finds only the member’s own in the list', async () => {
    const [id, draft] = [await publish(), await publish(false)];
    const head = await app.eventStore.head();
    const unknown = [id, 'nonsense', deliveryId(admin.id, id), deliveryId(member.id, uuidv7())];
    for (const each of [...unknown, deliveryId(member.id, draft)]) {
      expect(await member.call('DELETE', `/api/notifications/${each}`)).toMatchObject(notFound);
    }
    expect(await app.eventStore.head()).toBe(head);
  });
});

describe('the outcome of a verification', () => {
  const lastOf = async (of: SignedIn, type: string) =>
    (await app.events(userStream(of))).filter((event) => event.type === type).at(-1)?.eventId ?? '';

  it.each(['UserVerified', 'VerificationRejected'])('%s is a notice for the member alone', async (type) => {
    const reader = await app.register(`told_of_${type}`.slice(0, limits.usernameMax));
    await reader.post('/api/user/wallets', { network: 'PMCW', address: newAddress() });
    const { body } = await reader.post('/api/verification-requests', {});
    const way = type === 'UserVerified' ? 'approve' : 'reject';
    await admin.post(`/api/admin/verification-requests/${body.id}/${way}`, { reason: 'Who are you?' });
    const id = await lastOf(reader, type);
    for (const by of [member, admin]) {
      expect(await read(id, by)).toMatchObject(notFound);
      expect(await dismiss(id, by)).toMatchObject(notFound);
    }
    expect(await read(id, reader)).toMatchObject({ status: 204 });
    expect(await dismiss(id, reader)).toMatchObject({ status: 204 });
    expect(await dismiss(id, reader)).toMatchObject(notFound);
    // No other event is a notice.
    expect(await read(await lastOf(reader, 'VerificationRequested'), reader)).toMatchObject(notFound);
  });

  it('is also a notice if verified directly; once read with all, it leaves no event', async () => {
    const reader = await app.register('verified_directly');
    await admin.call('PATCH', `/api/admin/users/${reader.id}/authorize`, { isAuthorized: true });
    await readAll(reader);
    const id = await lastOf(reader, 'UserVerified');
    expect(await read(id, reader)).toMatchObject({ status: 204 });
    expect((await inbox(reader)).map(({ type }) => type)).toEqual(['AllNotificationsRead']);
    expect(await dismiss(id, reader)).toMatchObject({ status: 204 });
  });
});
