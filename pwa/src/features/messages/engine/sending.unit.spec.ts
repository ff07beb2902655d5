import { type ClientFrame, limits, type Message, type SessionUser } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { messageAt, newDatabase, ownerId } from '../../../device/offline/forSpecs.ts';
import { rememberUser } from '../../../device/offline/rememberedUser.ts';
import { Sending } from './sending.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const member: SessionUser = {
  ...{ id: ownerId, username: 'ada', fullName: 'Ada', avatarUrl: null, backgroundUrl: null, bio: '' },
  ...{ email: 'ada@example.org', isEmailConfirmed: true, telegramHandle: '', userType: 'General User' },
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

beforeEach(() => {
  db = newDatabase();
  frames = [];
  isConnected = true;
  rememberUser(member);
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  sending = new Sending({
    db,
    isConnected: () => isConnected,
    sendFrame: (frame) => frames.push(frame),
  });
});
afterEach(async () => {
  sending.giveUp();
  rememberUser(null);
  vi.unstubAllGlobals();
  await db.delete();
});

const idOf = (i: number) => messages[i]?.id ?? '';
const sendOne = (i: number, change: Partial<OutboxRow> = {}) => {
  const message = messages[i];
  if (message === undefined) throw new Error('There is no such message');
  return sending.send({ ...rowOf(message), ...change }, i === 0 ? undefined : idOf(i - 1));
};
const acknowledge = (i: number) => {
  const message = messages[i];
  if (message !== undefined) sending.note({ type: 'ack', id: message.id, message, position: '1' });
};
const sentOn = () => frames.map((frame) => frame.type === 'message' && [frame.id, frame.previous]);
const posted = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).id);
const created = (i: number) => new Response(JSON.stringify(messages[i]), { status: 201 });
const cut = () => {
  isConnected = false;
  sending.giveUp();
};

describe('several messages of a lane', () => {
  it('go over the socket at once, each with the one before it', async () => {
    const outcomes = [0, 1, 2].map((i) => sendOne(i));
    await eventually(() => expect(frames).toHaveLength(3));
    expect(sentOn()).toEqual([
      [idOf(0), undefined],
      [idOf(1), idOf(0)],
      [idOf(2), idOf(1)],
    ]);
    for (const i of [0, 1, 2]) acknowledge(i);
    expect(await Promise.all(outcomes)).toMatchObject([0, 1, 2].map(() => ({ kind: 'accepted' })));
  });

  it('go over HTTP one after another when the socket closes', async () => {
    const answers: ((response: Response) => void)[] = [];
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const outcomes = [0, 1, 2].map((i) => sendOne(i));
    await eventually(() => expect(frames).toHaveLength(3));
    cut();
    for (const i of [0, 1, 2]) {
      await eventually(() => expect(answers).toHaveLength(i + 1));
      answers[i]?.(created(i));
    }
    expect(await Promise.all(outcomes)).toMatchObject([0, 1, 2].map(() => ({ kind: 'accepted' })));
    expect(posted()).toEqual([idOf(0), idOf(1), idOf(2)]);
  });

  it('all wait when the first must wait', async () => {
    fetched.mockRejectedValue(new TypeError('no network'));
    const outcomes = [0, 1, 2].map((i) => sendOne(i));
    await eventually(() => expect(frames).toHaveLength(3));
    cut();
    const waits = { kind: 'passing', waitingFor: 'network' };
    expect(await Promise.all(outcomes)).toEqual([waits, waits, waits]);
    expect(posted()).toEqual([idOf(0)]);
  });

  it('wait for one that is too large for the socket', async () => {
    const bytes = new ArrayBuffer(limits.frameBytes);
    await db.recordings.put({ id: idOf(1), bytes, mediaType: 'audio/webm', seconds: 1, peaks: [] });
    fetched.mockResolvedValue(created(1));
    const outcomes = [sendOne(0), sendOne(1, { messageType: 'voice', content: '' }), sendOne(2)];
    await eventually(() => expect(frames).toHaveLength(1));
    expect(fetched).not.toHaveBeenCalled();
    acknowledge(0);
    await eventually(() => expect(frames).toHaveLength(2));
    expect(posted()).toEqual([idOf(1)]);
    expect(sentOn().at(-1)).toEqual([idOf(2), undefined]);
    acknowledge(2);
    expect(await Promise.all(outcomes)).toMatchObject([0, 1, 2].map(() => ({ kind: 'accepted' })));
  });

  it('keep their order although a recording is read first', async () => {
    const bytes = new ArrayBuffer(4);
    await db.recordings.put({ id: idOf(0), bytes, mediaType: 'audio/webm', seconds: 1, peaks: [] });
    void sendOne(0, { messageType: 'voice', content: '' });
    void sendOne(1);
    await eventually(() => expect(sentOn()).toHaveLength(2));
    expect(sentOn()).toEqual([
      [idOf(0), undefined],
      [idOf(1), idOf(0)],
    ]);
    for (const i of [0, 1]) acknowledge(i);
  });

  it('are not sent after a message that this page did not send last', async () => {
    expect(await sendOne(3)).toEqual({ kind: 'passing', waitingFor: 'server' });
    expect(frames).toEqual([]);
  });
});

describe('the number of messages in flight', () => {
  const authenticated = { type: 'authenticated', userId: ownerId, position: '1' } as const;

  it('is what the server allows, at least one and at most what this app knows', () => {
    expect(sending.inFlight).toBe(1);
    const allowed = [undefined, 4, 0, 1_000].map((inFlight) => {
      sending.note(inFlight === undefined ? authenticated : { ...authenticated, inFlight });
      return sending.inFlight;
    });
    expect(allowed).toEqual([1, 4, 1, limits.messagesInFlight]);
    sending.giveUp();
    expect(sending.inFlight).toBe(1);
  });
});
