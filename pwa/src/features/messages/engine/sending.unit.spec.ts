import { type ClientFrame, limits, type Message, type SessionUser } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer } from '../../../base/api/ofServer.forSpecs.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { messageAt, newDatabase, ownerId } from '../../../device/offline/forSpecs.ts';
import { rememberUser } from '../../../device/offline/rememberedUser.ts';
import { Sending } from './sending.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const member: SessionUser = {
  ...{ id: ownerId, username: 'ada', fullName: 'Ada', avatarUrl: null, backgroundUrl: null, bio: '' },
  ...{
    email: 'ada@example.org',
    isEmailConfirmed: true,
    contactPolicy: 'everyone',
    telegramHandle: '',
    userType: 'General User',
  },
  ...{ isAdmin: false, isAuthorized: false, isSuspended: false, pmcwTokens: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
};
const lane = 'member:2';
const messages: readonly Message[] = [1, 2, 3, 4].map((position) => messageAt(position));
const rowOf = ({ id, content }: Message): OutboxRow => ({
  ...{ seq: 1, id, lane, task: 'send', messageType: 'text', content, attempts: 0 },
  delivery: { state: 'sending', attempt: 'a' },
});

let db: MemberDatabase;
let sending: Sending;
let frames: ClientFrame[];
let isConnected: boolean;
/** Whether the server knows who is blocked. */
let isTold: boolean;

beforeEach(() => {
  db = newDatabase();
  frames = [];
  isConnected = true;
  isTold = true;
  rememberUser(member);
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  sending = new Sending({
    db,
    isConnected: () => isConnected,
    sendFrame: (frame) => frames.push(frame),
    contacts: { isSettled: () => true, settle: async () => isTold },
  });
});
afterEach(async () => {
  sending.giveUp();
  rememberUser(null);
  vi.unstubAllGlobals();
  await db.delete();
});

const idOf = (i: number) => messages[i]?.id ?? '';
const rowAt = (i: number, change: Partial<OutboxRow> = {}): OutboxRow => {
  const message = messages[i];
  if (message === undefined) throw new Error('There is no such message');
  return { ...rowOf(message), ...change };
};
const acknowledge = (i: number) => {
  const message = messages[i];
  return message !== undefined && sending.note({ type: 'ack', id: message.id, message, position: '1' });
};
const created = (i: number) => Response.json(messages[i], { status: 201, headers: ofServer });
const authenticated = (inFlight?: number) =>
  sending.note({
    ...{ type: 'authenticated', userId: ownerId, position: '1' },
    ...(inFlight === undefined ? {} : { inFlight }),
  });
const notSignedIn = { kind: 'passing', waitingFor: 'sign-in' };

describe('the window', () => {
  it('is what the server allows, up to the limit; one with older servers, none without a socket', () => {
    const windows = [undefined, 3, 1_000].map((inFlight) => {
      authenticated(inFlight);
      return sending.window();
    });
    expect(windows).toEqual([1, 3, limits.messagesInFlight]);
    isConnected = false;
    expect(sending.window()).toBe(0);
  });

  it('has texts with the one before them, until each is answered or the socket closes', async () => {
    const ends = [sending.sendAhead(rowAt(0), null), sending.sendAhead(rowAt(1), idOf(0))];
    expect(frames.map((frame) => frame.type === 'message' && [frame.id, frame.previous])).toEqual([
      [idOf(0), undefined],
      [idOf(1), idOf(0)],
    ]);
    expect([acknowledge(0), acknowledge(0)]).toEqual([true, false]);
    sending.giveUp();
    expect(await Promise.all(ends)).toMatchObject([{ kind: 'accepted' }, null]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('has none that is too long for a frame', async () => {
    expect(await sending.sendAhead(rowAt(0, { content: 'x'.repeat(limits.frameBytes) }), null)).toBeNull();
    expect(frames).toEqual([]);
  });
});

describe('a message sent alone', () => {
  it('goes over HTTP, since the socket did not answer', async () => {
    fetched.mockResolvedValue(created(0));
    expect(await sending.send(rowAt(0))).toMatchObject({ kind: 'accepted', message: { id: idOf(0) } });
    expect(frames).toEqual([]);
  });

  it('goes over the socket if it is a recording that fits, then over HTTP', async () => {
    const bytes = new ArrayBuffer(4);
    await db.recordings.put({ id: idOf(0), bytes, mediaType: 'audio/webm', seconds: 1, peaks: [] });
    fetched.mockResolvedValue(created(0));
    const end = sending.send(rowAt(0, { messageType: 'voice', content: '' }));
    await eventually(() => expect(frames).toHaveLength(1));
    expect(fetched).not.toHaveBeenCalled();
    sending.giveUp();
    expect(await end).toMatchObject({ kind: 'accepted' });
  });

  it('is refused if its recording is lost', async () => {
    expect(await sending.send(rowAt(0, { messageType: 'voice' }))).toMatchObject({ kind: 'refused' });
  });

  it('is not sent while another member is signed in', async () => {
    rememberUser({ ...member, id: 9 });
    expect([await sending.send(rowAt(0)), await sending.sendAhead(rowAt(0), null)]).toEqual([
      notSignedIn,
      notSignedIn,
    ]);
    expect([frames.length, fetched.mock.calls.length]).toEqual([0, 0]);
  });
});
