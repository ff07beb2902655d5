import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer, refusedByServer } from '../../../base/api/ofServer.forSpecs.ts';
import type { OutboxRow } from '../../../device/offline/database.ts';
import { messageAt } from '../../../device/offline/forSpecs.ts';
import { fetchConversations, fetchThreadPage, postMessage, withdrawMessage } from './api.ts';
import { staleSince } from './staleness.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...ofServer, ...headers } });
const problem = (status: number, code: string) =>
  answer(status, { type: 'urn', title: 'No', status, detail: 'Because.', code }, refusedByServer);
/** With the server's content type, as some login pages send to scripts. */
const ofHotel = (status: number) =>
  new Response(JSON.stringify(message), { status, headers: { 'content-type': 'application/json' } });

const message = messageAt(7);
const row: OutboxRow = {
  ...{
    seq: 1,
    id: message.id,
    lane: 'member:2',
    task: 'send',
    messageType: 'text',
    content: message.content,
    attempts: 0,
  },
  delivery: { state: 'sending', attempt: 'a' },
};
const passing = (waitingFor: string) => ({ kind: 'passing', waitingFor });

describe('sending a message over HTTP', () => {
  it('is accepted with the message that the server stored', async () => {
    fetched.mockResolvedValue(answer(201, message));
    expect(await postMessage(row, 1, null)).toEqual({ kind: 'accepted', message });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/messages');
    expect(JSON.parse(String(init?.body))).toEqual({
      id: message.id,
      content: message.content,
      messageType: 'text',
      receiverId: 2,
      senderId: 1,
    });
  });

  it('omits the receiver for the global chat', async () => {
    fetched.mockResolvedValue(answer(201, message));
    await postMessage({ ...row, lane: 'global' }, 1, null);
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/messages/global');
    expect(JSON.parse(String(init?.body))).not.toHaveProperty('receiverId');
  });

  it('includes a recording as a data URL, with a longer timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    fetched.mockResolvedValue(answer(201, message));
    await postMessage({ ...row, messageType: 'voice', content: '' }, 1, 'data:audio/webm;base64,AAAA');
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(JSON.parse(String(init?.body))).toMatchObject({
      messageType: 'voice',
      content: '',
      voiceUrl: 'data:audio/webm;base64,AAAA',
    });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(120_000);
  });

  it.each([
    [413, 'too_large'],
    [415, 'unsupported_media_type'],
    [403, 'forbidden'],
  ])('fails a refused message with its reason: %i', async (status, code) => {
    fetched.mockResolvedValue(problem(status, code));
    const outcome = await postMessage({ ...row, messageType: 'voice' }, 1, 'data:audio/webm;base64,AAAA');
    expect(outcome).toEqual({ kind: 'refused', code, detail: 'Because.' });
  });

  it.each([
    [
      'a refusal is final',
      () => problem(404, 'not_found'),
      { kind: 'refused', code: 'not_found', detail: 'Because.' },
    ],
    ['a lost session waits', () => problem(401, 'not_signed_in'), passing('sign-in')],
    ['a busy server passes', () => problem(503, 'unavailable'), passing('server')],
    ["a hotel's sign-in page passes, whatever its status", () => ofHotel(200), passing('server')],
    ['so does its refusal', () => ofHotel(403), passing('server')],
    ['an answer about another message proves nothing', () => answer(201, messageAt(8)), passing('server')],
  ])('%s', async (_name, respond, outcome) => {
    fetched.mockResolvedValue(respond());
    expect(await postMessage(row, 1, null)).toEqual(outcome);
  });

  it('waits as long as the server asks in Retry-After', async () => {
    const body = { type: 'urn', title: 'No', status: 429, detail: 'Slowly.', code: 'too_many_requests' };
    fetched.mockResolvedValue(answer(429, body, { ...refusedByServer, 'retry-after': '12' }));
    expect(await postMessage(row, 1, null)).toEqual({
      kind: 'passing',
      waitingFor: 'server',
      retryAfter: 12,
    });
  });

  it('waits for the network when there is no answer', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await postMessage(row, 1, null)).toEqual(passing('network'));
  });
});

describe('withdrawing a canceled message', () => {
  it.each([
    [
      'is done when the server has deleted it',
      () => new Response(null, { status: 204, headers: ofServer }),
      { kind: 'withdrawn', wasThere: true },
    ],
    [
      'is done when the server does not have it',
      () => problem(404, 'not_found'),
      { kind: 'withdrawn', wasThere: false },
    ],
    ['waits for a sign-in', () => problem(401, 'not_signed_in'), passing('sign-in')],
    ['waits for a server that is busy', () => problem(503, 'unavailable'), passing('server')],
    ["does not believe a hotel's success", () => ofHotel(200), passing('server')],
    ["does not believe a hotel's refusal", () => ofHotel(403), passing('server')],
  ])('%s', async (_name, respond, outcome) => {
    fetched.mockResolvedValue(respond());
    expect(await withdrawMessage(message.id, 1)).toEqual(outcome);
    expect(fetched.mock.calls[0]).toMatchObject([
      `/api/messages/${message.id}?senderId=1`,
      { method: 'DELETE' },
    ]);
  });
});

describe('fetching', () => {
  it('follows the link to the next page unchanged', async () => {
    const link = '</api/messages/2?before=55&limit=50>; rel="next"';
    fetched.mockResolvedValueOnce(answer(200, [message], { link }));
    const page = await fetchThreadPage('member:2', null, { position: '90' });
    expect(page).toEqual({ messages: [message], older: '55', isUnbroken: true, before: null });
    fetched.mockResolvedValueOnce(answer(200, []));
    expect((await fetchThreadPage('member:2', page.older, { position: '90' })).older).toBeNull();
    expect(fetched.mock.calls.map(([path]) => path)).toEqual([
      '/api/messages/2',
      '/api/messages/2?before=55',
    ]);
    expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('x-min-position')).toBe('90');
  });

  it.each([
    ['the cursor is not known', null, {}],
    ['the server lags behind it', { position: '90' }, { 'x-projection-lag': '3' }],
  ])('calls a page broken when %s', async (_name, atLeast, headers) => {
    fetched.mockResolvedValue(answer(200, [message], headers));
    expect((await fetchThreadPage('global', null, atLeast)).isUnbroken).toBe(false);
  });

  it('notes since when the server has lagged, until an answer is complete', async () => {
    vi.useFakeTimers({ now: 100_000 });
    fetched.mockResolvedValueOnce(answer(200, [message], { 'x-projection-age': '20' }));
    await fetchThreadPage('global', null, { position: '90' });
    expect(staleSince.get()).toBe(80_000);
    fetched.mockResolvedValueOnce(answer(200, [message]));
    await fetchThreadPage('global', null, { position: '90' });
    expect(staleSince.get()).toBeNull();
    vi.useRealTimers();
  });

  it('fetches all pages of the conversation list', async () => {
    const conversation = {
      ...{ userId: 2, username: 'bob', fullName: 'Bob', avatarUrl: null },
      ...{ unreadCount: 0, readUpTo: '0', lastMessage: null },
    };
    const link = '</api/messages/conversations?before=5.2>; rel="next"';
    fetched
      .mockResolvedValueOnce(answer(200, [conversation], { link }))
      .mockResolvedValueOnce(answer(200, [{ ...conversation, userId: 3 }]));
    const pages: number[][] = [];
    for await (const page of fetchConversations(null)) pages.push(page.map(({ userId }) => userId));
    expect(pages).toEqual([[2], [3]]);
    expect(fetched.mock.calls[1]?.[0]).toBe('/api/messages/conversations?before=5.2');
  });
});
