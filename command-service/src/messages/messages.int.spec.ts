import { texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { LogUnavailableError } from '@pmcw/event-store';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Process, type Running, run } from '../../test/running.ts';

let app: Running;
let other: Process;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const toBea = <More extends object>(more: More) => ({ receiverId: bea.id, content: 'Hello Bea', ...more });
/** With the same session, at the other process. */
const atOther = (member: SignedIn, path: string, body: unknown) =>
  app.browser(other).call('POST', path, body, { cookie: `session=${member.cookies.get('session')}` });

describe('every route of messages', () => {
  it.each([
    ['POST', '/api/messages'],
    ['POST', '/api/messages/global'],
    ['POST', '/api/messages/read/2'],
    ['POST', '/api/messages/global/read'],
    ['PATCH', '/api/messages/conversations/global'],
    ['DELETE', `/api/messages/${uuidv7()}`],
  ])('%s %s is for members, from this site', async (method, path) => {
    expect(await app.browser().call(method, path)).toMatchObject(refusal(401, 'not_signed_in'));
    expect(await ada.call(method, path, undefined, { origin: 'https://evil.example' })).toMatchObject(
      refusal(403, 'foreign_origin'),
    );
  });
});

describe('data of an app whose browser has another member’s session', () => {
  it('is not sent in that member’s name, privately or to everyone', async () => {
    const cleo = await app.register('cleo_met');
    for (const path of ['/api/messages', '/api/messages/global']) {
      const body = { id: uuidv7(), receiverId: cleo.id, content: 'mine', senderId: bea.id };
      expect(await ada.post(path, body)).toMatchObject(refusal(401, 'not_signed_in'));
      expect(await bea.post(path, body)).toMatchObject({ status: 201, body: { senderId: bea.id } });
    }
  });

  it('is not treated as deleted', async () => {
    const id = uuidv7();
    await ada.post('/api/messages', toBea({ id }));
    const path = `/api/messages/${id}?senderId=${ada.id}`;
    expect(await bea.call('DELETE', path)).toMatchObject(refusal(401, 'not_signed_in'));
    expect(await ada.call('DELETE', path)).toMatchObject({ status: 204 });
  });
});

describe('sending', () => {
  it('returns the message as others see it', async () => {
    const id = uuidv7();
    const answer = await ada.post(
      '/api/messages',
      toBea({ id, senderUsername: 'eve', content: ' as written\n' }),
    );
    const position = answer.headers.get('x-position');
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id,
      senderId: ada.id,
      receiverId: bea.id,
      content: ' as written\n',
      messageType: 'text',
      voiceUrl: null,
      voiceSeconds: null,
      isGlobal: false,
      isRead: false,
      createdAt: expect.any(String),
      position,
      sender: { username: 'ada', fullName: 'ada of the specs', avatarUrl: null },
    });
    const events = await app.events(streams.message(id));
    expect(events).toMatchObject([
      { type: 'MessageSent', position: BigInt(position ?? -1), metadata: { actorId: ada.id } },
    ]);
  });

  it('goes to everyone with a null receiver', async () => {
    const answer = await ada.post('/api/messages/global', { content: 'Hello all' });
    expect(answer).toMatchObject({
      status: 201,
      body: { isGlobal: true, receiverId: 1, content: 'Hello all' },
    });
  });

  it('makes an id if there is none', async () => {
    const [one, two] = [
      await ada.post('/api/messages', toBea({})),
      await ada.post('/api/messages', toBea({})),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.id).not.toBe(two.body.id);
  });

  it('accepts texts of the maximum length', async () => {
    const content = 'x'.repeat(4000);
    expect(await ada.post('/api/messages', toBea({ content }))).toMatchObject({
      status: 201,
      body: { content },
    });
  });

  it('shows the sender’s current profile', async () => {
    const renamed = await app.register('renamed');
    await renamed.post('/api/messages', toBea({}));
    await renamed.call('PATCH', '/api/user/profile', { fullName: 'A New Name' });
    expect(await renamed.post('/api/messages', toBea({}))).toMatchObject({
      body: { sender: { fullName: 'A New Name' } },
    });
    await expect
      .poll(async () => (await atOther(renamed, '/api/messages', toBea({}))).body.sender?.fullName)
      .toBe('A New Name');
  });

  it.each([
    [{ content: 'x' }, 'receiverId', texts.validation.receiverRequired],
    [{ receiverId: 0, content: 'x' }, 'receiverId', texts.validation.invalidValue],
    [{ receiverId: 1 }, 'content', texts.validation.messageEmpty],
    [{ receiverId: 1, content: ' \n ' }, 'content', texts.validation.messageEmpty],
    [{ receiverId: 1, content: '\u200b\u3164\u2800\u202e' }, 'content', texts.validation.messageEmpty],
    [{ receiverId: 1, content: 'x'.repeat(4001) }, 'content', texts.validation.messageTooLong],
    [{ receiverId: 1, content: 'x', id: 'mine' }, 'id', texts.validation.messageIdInvalid],
    [{ receiverId: 1, content: 'x', messageType: 'voice' }, 'voiceUrl', texts.validation.voiceRequired],
  ])('explains what is wrong with %o', async (body, path, message) => {
    const head = await app.eventStore.head();
    const answer = await ada.post('/api/messages', body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('is refused to yourself and to unknown members', async () => {
    const head = await app.eventStore.head();
    const toSelf = await ada.post('/api/messages', toBea({ receiverId: ada.id }));
    expect(toSelf).toMatchObject(refusal(400, 'invalid_input'));
    expect(toSelf.body.errors).toEqual([{ path: 'receiverId', message: texts.refusals.messageToSelf }]);
    expect(await ada.post('/api/messages', toBea({ receiverId: 999_999 }))).toMatchObject(
      refusal(404, 'not_found'),
    );
    expect(await app.eventStore.head()).toBe(head);
  });

  it('reads nothing from the log once the members are cached', async () => {
    await ada.post('/api/messages', toBea({}));
    const reading = vi.spyOn(app.eventStore, 'readStream');
    expect(await ada.post('/api/messages', toBea({}))).toMatchObject({ status: 201 });
    expect(reading).not.toHaveBeenCalled();
  });

  it('answers when to retry while the log is unavailable', async () => {
    const id = uuidv7();
    vi.spyOn(app.eventStore, 'appendInOrder').mockRejectedValueOnce(new LogUnavailableError('away'));
    const refused = await ada.post('/api/messages', toBea({ id }));
    expect(refused).toMatchObject(refusal(503, 'unavailable'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await ada.post('/api/messages', toBea({ id }))).toMatchObject({ status: 201 });
  });
});

describe('sending the same id again', () => {
  it('returns the first result on any process, with one event', async () => {
    const body = toBea({ id: uuidv7() });
    const first = await ada.post('/api/messages', body);
    for (const again of [await ada.post('/api/messages', body), await atOther(ada, '/api/messages', body)]) {
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    }
    expect(await app.events(streams.message(body.id ?? ''))).toHaveLength(1);
  });

  it('answers 201 once and 200 to concurrent repeats', async () => {
    const body = toBea({ id: uuidv7() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? ada.post('/api/messages', body) : atOther(ada, '/api/messages', body),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    for (const { body: message } of answers) expect(message).toEqual(answers[0]?.body);
  });

  it('is refused for another message or sender', async () => {
    const body = toBea({ id: uuidv7() });
    await ada.post('/api/messages', body);
    const taken = refusal(409, 'message_id_taken');
    expect(await ada.post('/api/messages', { ...body, content: 'Other' })).toMatchObject(taken);
    expect(await ada.post('/api/messages', { ...body, receiverId: 1 })).toMatchObject(taken);
    expect(await ada.post('/api/messages/global', { id: body.id, content: 'Hello Bea' })).toMatchObject(
      taken,
    );
    const eve = await app.register('eve');
    expect(await eve.post('/api/messages', body)).toMatchObject(taken);
    expect(await app.events(streams.message(String(body.id)))).toHaveLength(1);
  });

  it('is refused once the message was deleted', async () => {
    const body = toBea({ id: uuidv7() });
    await ada.post('/api/messages', body);
    await ada.call('DELETE', `/api/messages/${body.id}`);
    expect(await ada.post('/api/messages', body)).toMatchObject(refusal(410, 'message_deleted'));
    const eve = await app.register('evelyn');
    expect(await eve.post('/api/messages', body)).toMatchObject(refusal(409, 'message_id_taken'));
  });
});

describe('DELETE /api/messages/{id}', () => {
  it('is only for the sender; a repeat changes nothing', async () => {
    const { body } = await ada.post('/api/messages', toBea({}));
    const path = `/api/messages/${body.id}`;
    expect(await bea.call('DELETE', path)).toMatchObject(refusal(404, 'not_found'));
    const deleted = await ada.call('DELETE', path);
    const again = await ada.call('DELETE', path);
    expect([deleted.status, again.status]).toEqual([204, 204]);
    expect(again.headers.get('x-position')).toBe(deleted.headers.get('x-position'));
    const events = await app.events(streams.message(String(body.id)));
    expect(events.map(({ type }) => type)).toEqual(['MessageSent', 'MessageDeleted']);
  });

  it('refuses an unknown message', async () => {
    expect(await ada.call('DELETE', `/api/messages/${uuidv7()}`)).toMatchObject(refusal(404, 'not_found'));
    expect(await ada.call('DELETE', '/api/messages/mine')).toMatchObject(refusal(400, 'invalid_input'));
  });
});

describe('marking as read', () => {
  it('marks everything so far, with or without a body', async () => {
    const { body: message } = await ada.post('/api/messages', toBea({}));
    const answer = await bea.post(`/api/messages/read/${ada.id}`);
    expect(answer).toMatchObject({ status: 204, text: '' });
    const events = await app.events(streams.inbox(bea.id));
    const mark = events.at(-1);
    expect(mark).toMatchObject({ type: 'ConversationRead', data: { readerId: bea.id, peerId: ada.id } });
    expect(mark?.position).toBe(BigInt(answer.headers.get('x-position') ?? -1));
    expect(mark?.data).toHaveProperty('upTo', message.position);
    await ada.post('/api/messages/global', { content: 'Hello, all' });
    expect(await bea.post('/api/messages/global/read', {})).toMatchObject({ status: 204 });
    expect((await app.events(streams.inbox(bea.id))).at(-1)).toMatchObject({ type: 'GlobalChatRead' });
  });

  it('leaves no event without new messages, however often it is requested at either process', async () => {
    const reader = await app.register('reads_nothing');
    const path = `/api/messages/read/${ada.id}`;
    for (let n = 0; n < 5; n += 1) {
      expect(await reader.post(path)).toMatchObject({ status: 204 });
      expect(await atOther(reader, path, {})).toMatchObject({ status: 204 });
    }
    expect(await app.events(streams.inbox(reader.id))).toEqual([]);
    await ada.post('/api/messages', { receiverId: reader.id, content: 'Hello' });
    for (let n = 0; n < 5; n += 1) await Promise.all([reader.post(path), atOther(reader, path, {})]);
    expect(await app.events(streams.inbox(reader.id))).toHaveLength(1);
  });

  it('never moves back or beyond the head, and leaves no event without a move', async () => {
    const reader = await app.register('reader');
    const path = `/api/messages/read/${ada.id}`;
    const marks = async () => (await app.events(streams.inbox(reader.id))).map(({ data }) => data);
    await reader.post(path, { upTo: '5' });
    for (const upTo of ['5', '4', '0'])
      expect(await reader.post(path, { upTo })).toMatchObject({ status: 204 });
    expect(await marks()).toMatchObject([{ upTo: '5' }]);
    const head = await app.eventStore.head();
    await reader.post(path, { upTo: String(10n ** 15n) });
    expect(await marks()).toMatchObject([{ upTo: '5' }, { upTo: String(head) }]);
  });

  it('refuses malformed positions and unknown members', async () => {
    const answer = await bea.post(`/api/messages/read/${ada.id}`, { upTo: 'now' });
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path: 'upTo', message: texts.validation.invalidPosition }]);
    expect(await bea.post('/api/messages/read/999999')).toMatchObject(refusal(404, 'not_found'));
    expect(await bea.post(`/api/messages/read/${bea.id}`)).toMatchObject(refusal(404, 'not_found'));
    expect(await bea.post('/api/messages/read/zero')).toMatchObject(refusal(400, 'invalid_input'));
  });
});

describe('dispatch', () => {
  const context = () => ({ actorId: ada.id, correlationId: 'a-frame' });

  it('does the same as the routes', async () => {
    const command = {
      type: 'SendMessage',
      messageType: 'text',
      voiceUrl: null,
      id: uuidv7(),
      receiverId: bea.id,
      content: 'By frame',
    } as const;
    const outcome = await app.service.dispatch(command, context());
    expect(outcome).toMatchObject({
      message: { id: command.id, content: 'By frame' },
      position: expect.any(String),
    });
    const overHttp = await ada.post('/api/messages', { ...command, type: undefined });
    expect(overHttp).toMatchObject({ status: 200, body: outcome.message });
    const read = await app.service.dispatch({ type: 'MarkRead', peerId: bea.id, upTo: null }, context());
    expect(read).toMatchObject({ message: null, position: expect.any(String) });
  });

  it('refuses like the routes, also while the log is unavailable', async () => {
    const command = {
      type: 'SendMessage',
      messageType: 'text',
      voiceUrl: null,
      id: uuidv7(),
      receiverId: ada.id,
      content: 'To myself',
    } as const;
    await expect(app.service.dispatch(command, context())).rejects.toMatchObject({ code: 'invalid_input' });
    vi.spyOn(app.eventStore, 'appendInOrder').mockRejectedValueOnce(new LogUnavailableError('away'));
    await expect(app.service.dispatch({ ...command, receiverId: bea.id }, context())).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
