import { type ClientFrame, closeCodes, type ServerFrame, signedOutReasons } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock, ownerId } from '../offline/forSpecs.ts';
import { RealtimeConnection } from './connection.ts';
import type { Socket, SocketEvents } from './socket.ts';

class FakeSocket implements Socket {
  readonly sent: unknown[] = [];
  isDiscarded = false;
  readonly events: SocketEvents;

  constructor(events: SocketEvents) {
    this.events = events;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  discard(): void {
    this.isDiscarded = true;
  }

  says(frame: ServerFrame | { type: string }): void {
    this.events.onText(JSON.stringify(frame));
  }
}

let clock: ManualClock;
let sockets: FakeSocket[];
let frames: ServerFrame[];
let statuses: string[];
const greeting = vi.fn<() => Promise<ClientFrame>>();
const onExhausted = vi.fn();
const onSignedOut = vi.fn();
let connection: RealtimeConnection;

beforeEach(() => {
  clock = new ManualClock();
  sockets = [];
  frames = [];
  statuses = [];
  greeting.mockReset().mockResolvedValue({ type: 'authenticate', userId: ownerId });
  onExhausted.mockClear();
  onSignedOut.mockClear();
  connection = new RealtimeConnection({
    greeting,
    clock,
    open: (events) => {
      const socket = new FakeSocket(events);
      sockets.push(socket);
      return socket;
    },
    onFrame: (frame) => frames.push(frame),
    onStatus: (status) => statuses.push(status),
    onExhausted,
    onSignedOut,
  });
});

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (last === undefined) throw new Error('No socket was opened');
  return last;
}

const greeted = () => eventually(() => expect(socket().sent).toHaveLength(1));

async function getThrough(): Promise<void> {
  connection.connect();
  socket().events.onOpen();
  await greeted();
  socket().says({ type: 'authenticated', userId: ownerId, position: '5' });
}

describe('connecting', () => {
  it('authenticates, and is connected when the server agrees', async () => {
    connection.connect();
    socket().events.onOpen();
    await greeted();
    expect(socket().sent).toEqual([{ type: 'authenticate', userId: ownerId }]);
    expect(connection.status).toBe('connecting');
    socket().says({ type: 'authenticated', userId: ownerId, position: '5' });
    expect(statuses).toEqual(['connecting', 'connected']);
    expect(frames.map(({ type }) => type)).toEqual(['authenticated']);
  });

  it('opens one socket, however often it is asked', async () => {
    connection.connect();
    connection.connect();
    await getThrough();
    connection.connect();
    expect(sockets).toHaveLength(1);
  });

  it('drops a socket that does not authenticate within 10 s', () => {
    connection.connect();
    clock.advance(10_000);
    expect(socket().isDiscarded).toBe(true);
    expect(connection.status).toBe('disconnected');
    expect(clock.waiting).toEqual([2200]);
  });

  it('drops a socket if its first frame cannot be made', async () => {
    greeting.mockRejectedValue(new Error('The disk is full'));
    connection.connect();
    socket().events.onOpen();
    await eventually(() => expect(connection.status).toBe('disconnected'));
    expect(socket().isDiscarded).toBe(true);
    expect(clock.waiting).toEqual([2200]);
  });

  it('ignores an earlier socket on the next', async () => {
    connection.connect();
    socket().events.onOpen();
    socket().events.onClose(1006);
    connection.connect();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sockets.map(({ sent }) => sent)).toEqual([[], []]);
  });

  it('ignores unknown frames', async () => {
    await getThrough();
    socket().events.onText('<html>');
    socket().says({ type: 'of_tomorrow' });
    expect(frames).toHaveLength(1);
    expect(connection.status).toBe('connected');
  });
});

describe('the heartbeat', () => {
  it('pings every 30 s while pongs come', async () => {
    await getThrough();
    for (let i = 1; i <= 3; i += 1) {
      clock.advance(30_000);
      expect(socket().sent.at(-1)).toEqual({ type: 'ping', timestamp: clock.now() });
      expect(socket().sent).toHaveLength(1 + i);
      clock.advance(4_999);
      socket().says({ type: 'pong', timestamp: 1 });
    }
    expect(connection.status).toBe('connected');
  });

  it('closes the socket without a pong within 5 s', async () => {
    await getThrough();
    clock.advance(35_000);
    expect(socket().isDiscarded).toBe(true);
    expect(statuses.at(-1)).toBe('disconnected');
  });
});

describe('waking up', () => {
  it('checks the socket at once, and drops it without a pong within 5 s', async () => {
    await getThrough();
    connection.wake();
    expect(socket().sent.at(-1)).toEqual({ type: 'ping', timestamp: clock.now() });
    clock.advance(4_000);
    // Another sign of waking does not prolong the wait.
    connection.wake();
    expect(socket().sent).toHaveLength(2);
    clock.advance(1_000);
    expect(socket().isDiscarded).toBe(true);
    expect(connection.status).toBe('disconnected');
  });

  it('leaves a socket that answers as it is', async () => {
    await getThrough();
    connection.wake();
    socket().says({ type: 'pong', timestamp: 1 });
    expect(clock.waiting).toEqual([30_000]);
    connection.wake();
    expect(socket().sent).toHaveLength(3);
  });

  it('connects without a socket, and leaves an attempt under way alone', () => {
    connection.wake();
    expect(connection.status).toBe('connecting');
    connection.wake();
    expect(sockets).toHaveLength(1);
    connection.stop();
    connection.wake();
    expect(sockets).toHaveLength(1);
  });
});

describe('reconnecting', () => {
  it('tries ten times, reports it, rests two minutes and continues', () => {
    connection.connect();
    for (let i = 0; i < 10; i += 1) {
      socket().events.onClose(1006);
      expect(onExhausted).not.toHaveBeenCalled();
      clock.advance(clock.waiting[0] ?? 0);
    }
    socket().events.onClose(1006);
    expect(onExhausted).toHaveBeenCalledOnce();
    expect(clock.waiting).toEqual([120_000]);
    clock.advance(120_000);
    expect(sockets).toHaveLength(12);
    expect(connection.status).toBe('connecting');
  });

  it('restarts the schedule after a connection', async () => {
    connection.connect();
    socket().events.onClose(1006);
    clock.advance(clock.waiting[0] ?? 0);
    socket().events.onClose(1006);
    expect(clock.waiting).toEqual([3300]);
    await getThrough();
    clock.advance(10_000);
    socket().events.onClose(1006);
    expect(clock.waiting).toEqual([2200]);
  });

  it.each([600_000, -600_000])('counts a clock that is set back by %i ms as no time', async (ms) => {
    await getThrough();
    clock.advance(9_000);
    clock.setBack(ms);
    socket().events.onClose(1006);
    expect(clock.waiting).toEqual([2200]);
    await getThrough();
    clock.advance(9_000);
    clock.setBack(ms);
    clock.advance(ms > 0 ? 1_000 : 0);
    socket().events.onClose(1006);
    expect(clock.waiting).toEqual([ms > 0 ? 2200 : 3300]);
  });

  it('continues the schedule when the server authenticates and then closes', async () => {
    const delays: (number | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      await getThrough();
      clock.advance(9_999);
      socket().events.onClose(1006);
      delays.push(clock.waiting[0]);
    }
    expect(delays).toEqual([2200, 3300, 4950, 7425]);
  });

  it('happens at once on request', () => {
    connection.connect();
    socket().events.onClose(1006);
    connection.connect();
    expect(sockets).toHaveLength(2);
    expect(clock.waiting).toEqual([10_000]);
  });

  it.each([closeCodes.notAuthenticated, closeCodes.signedOut])(
    'reports an ended session (%i)',
    async (code) => {
      await getThrough();
      socket().events.onClose(code);
      expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(null);
    },
  );

  it.each(signedOutReasons)(
    'reports a session that the server ends by a frame, and why: %s',
    async (reason) => {
      await getThrough();
      socket().says({ type: 'signed_out', reason });
      expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(reason);
      expect(socket().isDiscarded).toBe(true);
    },
  );

  it('stops permanently', async () => {
    await getThrough();
    connection.stop();
    connection.connect();
    expect(clock.waiting).toEqual([]);
    expect(sockets).toHaveLength(1);
    expect(statuses.at(-1)).toBe('disconnected');
  });
});
