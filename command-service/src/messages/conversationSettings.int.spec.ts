import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run } from '../../test/running.ts';

let app: Running;
let ada: SignedIn;
let bea: SignedIn;
let n = 0;
beforeAll(async () => {
  app = await run();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());

const change = (member: SignedIn, conversation: number | 'global', body: object) =>
  member.call('PATCH', `/api/messages/conversations/${conversation}`, body);

describe('settings of a conversation', () => {
  it('are changed one by one, and answered with the position of the change', async () => {
    const muted = await change(ada, bea.id, { mutedUntil: 'always' });
    expect(muted).toMatchObject({ status: 200, body: { mutedUntil: 'always', isMarkedUnread: false } });
    const marked = await change(ada, bea.id, { isMarkedUnread: true });
    expect(marked).toMatchObject({ status: 200, body: { mutedUntil: 'always', isMarkedUnread: true } });
    const positions = [muted, marked].map(({ headers }) => BigInt(headers.get('x-position') ?? 0));
    const events = (await app.events(streams.inbox(ada.id))).slice(-2);
    expect(events.map(({ type, position }) => [type, position])).toEqual([
      ['ConversationMuted', positions[0]],
      ['ConversationMarkedUnread', positions[1]],
    ]);
  });

  it('have no effect if they waited while another device, which knew more, decided otherwise', async () => {
    const first = await change(ada, 'global', { mutedUntil: 'always' });
    await change(ada, 'global', { mutedUntil: null, knownUpTo: first.headers.get('x-position') });
    const late = await change(ada, 'global', { mutedUntil: 'always', knownUpTo: '0' });
    expect(late).toMatchObject({ status: 200, body: { mutedUntil: null } });
  });

  it('are not changed by a device that claims to know more than there is', async () => {
    const far = '9223372036854775807';
    await change(bea, 'global', { mutedUntil: 'always', knownUpTo: far });
    expect(await change(bea, 'global', { mutedUntil: null })).toMatchObject({ body: { mutedUntil: null } });
  });

  it('lose the unread mark when a newer message is read', async () => {
    await change(bea, ada.id, { isMarkedUnread: true });
    await ada.post('/api/messages', { receiverId: bea.id, content: 'Hello' });
    await bea.post(`/api/messages/read/${ada.id}`);
    expect(await change(bea, ada.id, {})).toMatchObject({ status: 200, body: { isMarkedUnread: false } });
  });

  it('are refused for unknown members, the member, other conversations, and in another member’s name', async () => {
    expect(await change(ada, 999_999, { mutedUntil: null })).toMatchObject(refusal(404, 'not_found'));
    expect(await change(ada, ada.id, { mutedUntil: null })).toMatchObject(refusal(404, 'not_found'));
    const invalid = await ada.call('PATCH', '/api/messages/conversations/all', { mutedUntil: null });
    expect(invalid).toMatchObject(refusal(400, 'invalid_input'));
    const foreign = { mutedUntil: null, senderId: bea.id };
    expect(await change(ada, 'global', foreign)).toMatchObject(refusal(401, 'not_signed_in'));
  });
});

describe('a request', () => {
  async function request() {
    const [reader, stranger] = await Promise.all([app.register(`ida_${n}`), app.register(`ned_${n}`)]);
    n += 1;
    const sent = await stranger.post('/api/messages', { receiverId: reader.id, content: 'Hello' });
    expect(await isRequest(sent)).toBe(true);
    return { reader, stranger, position: sent.headers.get('x-position') ?? '' };
  }
  /** Not in the answer: senders don't learn it. */
  async function isRequest({ body }: Answer): Promise<boolean | undefined> {
    expect(body).not.toHaveProperty('isRequest');
    const [sent] = await app.events(streams.message(String(body.id)));
    return sent?.type === 'MessageSent' ? sent.data.isRequest : undefined;
  }
  const typesOf = async ({ id }: SignedIn) => (await app.events(streams.inbox(id))).map(({ type }) => type);

  it('is accepted once, and later messages are none', async () => {
    const { reader, stranger } = await request();
    expect(await change(reader, stranger.id, { isRequest: false })).toMatchObject({ status: 200 });
    await change(reader, stranger.id, { isRequest: false });
    expect(await typesOf(reader)).toEqual(['ConversationAccepted']);
    const next = await stranger.post('/api/messages', { receiverId: reader.id, content: 'Thank you' });
    expect(await isRequest(next)).toBe(false);
    await reader.call('PUT', '/api/user/contact-policy', { policy: 'nobody' });
    expect(await stranger.post('/api/messages', { receiverId: reader.id, content: 'Bye' })).toMatchObject({
      status: 201,
    });
  });

  it('is deleted up to a position, which never moves back', async () => {
    const { reader, stranger, position } = await request();
    const deleted = await change(reader, stranger.id, { deletedUpTo: position });
    expect(deleted).toMatchObject({ status: 200, body: { deletedUpTo: position } });
    expect(await change(reader, stranger.id, { deletedUpTo: '1' })).toMatchObject({
      body: { deletedUpTo: position },
    });
    expect(await typesOf(reader)).toEqual(['RequestDeleted']);
    const next = await stranger.post('/api/messages', { receiverId: reader.id, content: 'Please' });
    expect(await isRequest(next)).toBe(true);
  });

  it('is not deleted by a device that did not know that it was accepted', async () => {
    const { reader, stranger, position } = await request();
    await change(reader, stranger.id, { isRequest: false });
    expect(await change(reader, stranger.id, { deletedUpTo: position })).toMatchObject({
      status: 200,
      body: { deletedUpTo: null },
    });
    expect(await typesOf(reader)).toEqual(['ConversationAccepted']);
  });
});
