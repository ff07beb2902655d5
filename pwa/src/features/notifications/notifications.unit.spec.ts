import type { Delivery } from '@pmcw/contracts';
import {
  environmentManager,
  focusManager,
  InfiniteQueryObserver,
  MutationObserver,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer } from '../../base/api/ofServer.forSpecs.ts';
import { createQueryClient } from '../../base/api/queryClient.ts';
import { currentToast } from '../../base/ui/toasts.ts';
import { ManualClock } from '../../device/offline/forSpecs.ts';
import { Arrivals, spreadMs } from './arrivals.ts';
import { type DeliveryAction, newDelivery } from './deliveries.ts';
import { deliveryAction } from './notificationMutations.ts';
import {
  allNotificationsQuery,
  notificationKeys,
  pollEveryMs,
  showLists,
  shownLists,
  unreadNotificationsQuery,
} from './notificationQueries.ts';

const delivery = (notificationId: string): Delivery =>
  newDelivery(7, { notificationId, title: notificationId, message: 'm', createdAt: '2026-01-01T00:00:00Z' });

/** A server's list and received requests; refuses changes on demand. */
function fakeServer() {
  const requests: string[] = [];
  const server = { requests, list: [delivery('b'), delivery('a')], refuses: false };
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    if (method === 'GET') {
      const unreadOnly = path.includes('includeRead=false');
      const list = server.list.filter(({ read }) => !unreadOnly || !read);
      return Response.json(list, { headers: ofServer });
    }
    return server.refuses
      ? new Response('no', { status: 503 })
      : new Response(null, { status: 204, headers: ofServer });
  });
  return server;
}

let server: ReturnType<typeof fakeServer>;
let queryClient: ReturnType<typeof createQueryClient>;
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  focusManager.setFocused(true);
  onlineManager.setOnline(true);
  server = fakeServer();
  queryClient = createQueryClient(() => undefined);
  queryClient.mount();
});
afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const shownUnread = () => shownLists(queryClient).unread?.map(({ id }) => id);
const shownAll = () =>
  shownLists(queryClient).all?.pages.flatMap((page) => page.deliveries.map(({ id, read }) => ({ id, read })));

async function open() {
  const closers = [
    new QueryObserver(queryClient, unreadNotificationsQuery).subscribe(() => undefined),
    new InfiniteQueryObserver(queryClient, allNotificationsQuery).subscribe(() => undefined),
  ];
  await settled();
  return () => {
    for (const close of closers) close();
  };
}

describe('both lists', () => {
  it('are fetched every 30 seconds, until the member signs out', async () => {
    const close = await open();
    const round = ['GET /api/notifications?includeRead=false', 'GET /api/notifications?includeRead=true'];
    expect(server.requests.toSorted()).toEqual(round);
    await vi.advanceTimersByTimeAsync(pollEveryMs - 1);
    expect(server.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests.toSorted()).toEqual([...round, ...round].sort());
    close();
    await vi.advanceTimersByTimeAsync(10 * pollEveryMs);
    expect(server.requests).toHaveLength(4);
  });

  it('are fetched again when the bell is reopened, however soon', async () => {
    const open = () => {
      const observer = new InfiniteQueryObserver(queryClient, allNotificationsQuery);
      return observer.subscribe(() => undefined);
    };
    open()();
    await settled();
    const closeAgain = open();
    await settled();
    expect(server.requests).toEqual(Array(2).fill('GET /api/notifications?includeRead=true'));
    closeAgain();
  });

  it('pause while the page is hidden', async () => {
    await open();
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(10 * pollEveryMs);
    expect(server.requests).toHaveLength(2);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(pollEveryMs);
    expect(server.requests).toHaveLength(4);
  });

  it('pause offline, and are fetched once the device is back', async () => {
    await open();
    onlineManager.setOnline(false);
    await vi.advanceTimersByTimeAsync(10 * pollEveryMs);
    expect(server.requests).toHaveLength(2);
    onlineManager.setOnline(true);
    await settled();
    expect(server.requests).toHaveLength(4);
  });
});

describe('an action', () => {
  const act = (action: DeliveryAction) =>
    new MutationObserver(queryClient, deliveryAction(queryClient)).mutate(action).catch(() => undefined);

  it('is sent to the server, and both lists are fetched again', async () => {
    await open();
    server.list = [{ ...delivery('b'), read: true }, delivery('a')];
    await act({ type: 'read', notificationId: 'b' });
    await settled();
    expect(server.requests.slice(2).map((request) => request.split('?')[0])).toEqual([
      'PATCH /api/notifications/b/read',
      'GET /api/notifications',
      'GET /api/notifications',
    ]);
    expect(shownUnread()).toEqual(['7-a']);
    expect(shownAll()).toEqual([
      { id: '7-b', read: true },
      { id: '7-a', read: false },
    ]);
  });

  it.each([
    [{ type: 'read', notificationId: 'b' }, 'PATCH /api/notifications/b/read', ['7-a'], 2],
    [{ type: 'read-all' }, 'PATCH /api/notifications/read-all', [], 2],
    [{ type: 'dismiss', id: '7-b' }, 'DELETE /api/notifications/7-b', ['7-a'], 1],
  ] as const)('%j is on screen before the server confirms it', async (action, request, unread, listed) => {
    await open();
    server.refuses = true;
    const before = [shownUnread(), shownAll()];
    let seen: unknown;
    const { requests } = server;
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (init.method !== 'GET') seen = [shownUnread(), shownAll()?.length];
      return answer(path, init);
    });
    await act(action);
    expect(requests).toContain(request);
    expect(seen).toEqual([unread, listed]);
    expect([shownUnread(), shownAll()]).toEqual(before);
    expect(currentToast()).toMatchObject({ title: 'Error updating notifications', tone: 'danger' });
  });

  it('that follows another is not undone by fetches in between', async () => {
    await open();
    const acting = [act({ type: 'read', notificationId: 'a' }), act({ type: 'read', notificationId: 'b' })];
    await Promise.all(acting);
    await settled();
    const gets = server.requests.slice(2).map((request) => request.split(' ')[0]);
    expect(gets).toEqual(['PATCH', 'PATCH', 'GET', 'GET']);
  });
});

describe('a notification from the socket', () => {
  const announced = {
    notificationId: 'c',
    title: 'News',
    message: 'Something new',
    createdAt: '2026-01-02T00:00:00Z',
  };
  const arrivalsOn = (clock: ManualClock, isVisible = true) =>
    new Arrivals({ userId: 7, queryClient, clock, isVisible: () => isVisible });

  it('is shown at once, and several are confirmed together after a random wait', async () => {
    await open();
    const clock = new ManualClock();
    const arrivals = arrivalsOn(clock);
    arrivals.receive(announced);
    arrivals.receive({ ...announced, notificationId: 'd' });
    expect(shownUnread()).toEqual(['7-d', '7-c', '7-b', '7-a']);
    expect(shownAll()?.[0]).toEqual({ id: '7-d', read: false });
    expect(currentToast()).toMatchObject({ title: 'News', description: 'Something new' });
    expect(clock.waiting).toEqual([spreadMs / 2]);
    expect(server.requests).toHaveLength(2);
    clock.advance(spreadMs / 2);
    await settled();
    expect(server.requests).toHaveLength(4);
  });

  it('has its toast until it is read, here or elsewhere', async () => {
    await open();
    const arrivals = arrivalsOn(new ManualClock());
    arrivals.receive(announced);
    showLists(queryClient, { ...shownLists(queryClient), unread: [newDelivery(7, announced)] });
    expect(currentToast()).toMatchObject({ title: 'News', isOpen: true });
    await queryClient.refetchQueries({ queryKey: notificationKeys.unread });
    expect(currentToast()).toMatchObject({ title: 'News', isOpen: false });
    arrivals.stop();
  });

  it('has no toast on a hidden page', async () => {
    await open();
    const before = currentToast();
    arrivalsOn(new ManualClock(), false).receive(announced);
    expect(currentToast()).toBe(before);
    expect(shownUnread()).toContain('7-c');
  });

  it('may precede the socket: the lists are fetched on connection, and later after a random wait', async () => {
    await open();
    const clock = new ManualClock();
    const arrivals = arrivalsOn(clock);
    arrivals.connected();
    await settled();
    expect([server.requests.length, clock.waiting]).toEqual([4, []]);
    arrivals.connected();
    await settled();
    expect([server.requests.length, clock.waiting]).toEqual([4, [spreadMs / 2]]);
  });

  it('causes no fetch once the member is gone', () => {
    const clock = new ManualClock();
    const arrivals = arrivalsOn(clock);
    arrivals.receive(announced);
    arrivals.stop();
    expect(clock.waiting).toEqual([]);
  });

  it('is left to the lists while they are loading', () => {
    showLists(queryClient, { all: undefined, unread: undefined });
    arrivalsOn(new ManualClock()).receive(announced);
    expect(queryClient.getQueryData(notificationKeys.unread)).toBeUndefined();
  });
});
