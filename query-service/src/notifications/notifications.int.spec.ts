import { deliveriesSchema, deliveryId, notificationsSchema, texts } from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let boss: number;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
});
afterAll(() => world.close());

let count = 0;
/** An unused name; ids of notifications are as long as real ones. */
const fresh = (): string => {
  count += 1;
  return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
};
const member = () => world.register(`member_${fresh().slice(-6)}`);

async function publish(isActive = true, title = 'News'): Promise<string> {
  const notificationId = fresh();
  const data = { notificationId, title, message: 'To all', isActive };
  await world.record({ type: 'NotificationPublished', data }, streams.notification(notificationId));
  return notificationId;
}
const show = (notificationId: string) =>
  world.record(
    { type: 'NotificationActivated', data: { notificationId, announces: null } },
    streams.notification(notificationId),
  );
const hide = (notificationId: string) =>
  world.record(
    { type: 'NotificationDeactivated', data: { notificationId } },
    streams.notification(notificationId),
  );
type InboxEvent = Extract<ProductEvent, { data: { readerId: number } }>;
const inbox = (event: InboxEvent) => world.record(event, streams.inbox(event.data.readerId));
const read = (readerId: number, notificationId: string) =>
  inbox({ type: 'NotificationRead', data: { readerId, notificationId } });
const dismiss = (readerId: number, notificationId: string) =>
  inbox({ type: 'NotificationDismissed', data: { readerId, notificationId } });
const readAll = (readerId: number, upTo: string) =>
  inbox({ type: 'AllNotificationsRead', data: { readerId, upTo } });
const about = (event: Extract<ProductEvent, { data: { userId: number } }>) =>
  world.record(event, streams.user(event.data.userId));

const path = '/api/notifications';
const adminPath = '/api/admin/notifications';

/** The member's list, without deliveries from other specs of this file. */
async function list(as: number, query = '', only?: readonly string[]) {
  await world.settle();
  const all = await world.json(deliveriesSchema, `${path}${query}`, { as });
  return only === undefined ? all : all.filter(({ notificationId }) => only.includes(notificationId));
}
const ids = (deliveries: readonly { notificationId: string }[]) =>
  deliveries.map(({ notificationId }) => notificationId);

/** All pages that `Link` leads to. */
async function walk(first: string, as: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  let next: string | undefined = first;
  while (next !== undefined && seen.length < 500) {
    const response = await world.ask(next, { as });
    const body: unknown = await response.json();
    if (!Array.isArray(body) || body.length === 0) throw new Error('A page that is linked to is not empty');
    seen.push(...body);
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return seen;
}

describe('GET /api/notifications', () => {
  it('has published notifications for every member, from their first activation', async () => {
    const reader = await member();
    const [draft, id] = [await publish(false), await publish()];
    const own = [draft, id];
    const [delivery] = await list(reader, '', own);
    expect(delivery).toEqual({
      id: deliveryId(reader, id),
      userId: reader,
      notificationId: id,
      read: false,
      createdAt: delivery?.notification.createdAt,
      notification: { title: 'News', message: 'To all', createdAt: expect.stringMatching(/^2026-/) },
    });
    expect(ids(await list(boss, '', own))).toEqual([id]);
    await show(draft);
    const [latest, ...others] = await list(reader, '', own);
    expect([latest?.notificationId, ...ids(others)]).toEqual([draft, id]);
    const [deliveredAt, publishedAt] = [latest?.createdAt ?? '', latest?.notification.createdAt ?? ''];
    expect(deliveredAt > publishedAt).toBe(true);
  });

  it('is the same for a later member, delivered on joining', async () => {
    const earlier = await member();
    const own = [await publish(), await publish()];
    const later = await member();
    own.push(await publish());
    const [forEarlier, forLater] = [await list(earlier, '', own), await list(later, '', own)];
    expect(ids(forLater)).toEqual([...own].reverse());
    expect(ids(forEarlier)).toEqual(ids(forLater));
    const times = forLater.map(({ createdAt }) => createdAt);
    expect(times[1]).toBe(times[2]);
    expect(times[1]).not.toBe(forEarlier[1]?.createdAt);
    expect([...times].sort().reverse()).toEqual(times);
    expect(times[0]).toBe(forEarlier[0]?.createdAt);
  });

  it('knows which were read, one by one or all up to a position', async () => {
    const [reader, other] = [await member(), await member()];
    const own = [await publish(), await publish(), await publish()] as const;
    const upTo = await read(reader, own[1]);
    const reads = async () => (await list(reader, '', own)).map((delivery) => delivery.read);
    expect(await reads()).toEqual([false, true, false]);
    expect(ids(await list(reader, '?includeRead=false', own))).toEqual([own[2], own[0]]);
    await readAll(reader, upTo);
    expect(await reads()).toEqual([true, true, true]);
    expect(await list(reader, '?includeRead=false', own)).toEqual([]);
    expect(ids(await list(other, '?includeRead=false', own))).toEqual([...own].reverse());
    const next = await publish();
    expect(ids(await list(reader, '?includeRead=false'))[0]).toBe(next);
  });

  it('leaves out hidden ones, and shows them unchanged later', async () => {
    const reader = await member();
    const own = [await publish(), await publish()] as const;
    await read(reader, own[0]);
    await hide(own[0]);
    expect(ids(await list(reader, '', own))).toEqual([own[1]]);
    await show(own[0]);
    expect((await list(reader, '', own)).map((each) => [each.notificationId, each.read])).toEqual([
      [own[1], false],
      [own[0], true],
    ]);
  });

  it('leaves out dismissed ones, also when they are shown again', async () => {
    const [reader, other] = [await member(), await member()];
    const own = [await publish(), await publish()] as const;
    await dismiss(reader, own[0]);
    await hide(own[0]);
    await show(own[0]);
    for (const query of ['', '?includeRead=false']) {
      expect(ids(await list(reader, query, own))).toEqual([own[1]]);
      expect(ids(await list(other, query, own))).toEqual([own[1], own[0]]);
    }
  });

  it('includes the outcome of a verification for that member only', async () => {
    const [reader, other] = [await member(), await member()];
    const before = await publish();
    const data = { userId: reader, requestId: 'r', reason: 'Who are you?' };
    await about({ type: 'VerificationRejected', data });
    await about({ type: 'UserVerified', data: { userId: reader } });
    const after = await publish();
    const listed = (await list(reader)).slice(0, 4);
    const { verified, rejected } = texts.notices;
    expect(listed.map(({ notification: { title, message } }) => [title, message])).toEqual([
      ['News', 'To all'],
      [verified.title, verified.message],
      [rejected.title, 'Who are you?'],
      ['News', 'To all'],
    ]);
    const [, yes, no] = ids(listed);
    expect(ids(await list(other)).slice(0, 2)).toEqual([after, before]);
    await read(reader, yes ?? '');
    await dismiss(reader, no ?? '');
    expect(ids(await list(reader)).slice(0, 3)).toEqual([after, yes, before]);
    expect(ids(await list(reader, '?includeRead=false')).slice(0, 2)).toEqual([after, before]);
  });

  it('is paged by Link, published and own ones together, without repeats', async () => {
    const reader = await member();
    for (let round = 0; round < 4; round += 1) {
      await publish();
      await about({ type: 'UserVerified', data: { userId: reader } });
    }
    const whole = await list(reader, '?limit=200');
    for (const limit of [1, 3, 7]) expect(await walk(`${path}?limit=${limit}`, reader)).toEqual(whole);
    const [, second] = whole;
    await read(reader, second?.notificationId ?? '');
    const unread = await list(reader, '?includeRead=false&limit=200');
    expect(unread).toHaveLength(whole.length - 1);
    expect(await walk(`${path}?includeRead=false&limit=2`, reader)).toEqual(unread);
  });

  it('is empty for a deleted member', async () => {
    const reader = await member();
    await publish();
    await about({ type: 'UserVerified', data: { userId: reader } });
    await about({ type: 'UserDeleted', data: { userId: reader } });
    expect(await list(reader)).toEqual([]);
  });

  it('waits for the latest write', async () => {
    const reader = await member();
    const id = await publish();
    const position = await dismiss(reader, id);
    const asking = { as: reader, headers: { 'x-min-position': position } };
    expect(ids(await world.json(deliveriesSchema, path, asking))).not.toContain(id);
  });

  it.each([
    ['includeRead=maybe', 'includeRead'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['before=x', 'before'],
  ])('refuses ?%s', async (query, field) => {
    expect(await world.problem(400, 'invalid_input', `${path}?${query}`, { as: boss })).toMatchObject({
      errors: [{ path: field, message: expect.any(String) }],
    });
  });

  it('needs a session, and takes one statement', async () => {
    await world.problem(401, 'not_signed_in', path);
    expect(await world.statementsOf(() => world.json(deliveriesSchema, path, { as: boss }))).toBe(1);
  });
});

describe('GET /api/admin/notifications', () => {
  it('lists all published ones, newest first, hidden and shown', async () => {
    const own = [await publish(false, 'A draft'), await publish(true, 'Shown'), await publish()] as const;
    await hide(own[2]);
    await world.settle();
    const listed = await world.json(notificationsSchema, adminPath, { as: boss });
    expect(listed.slice(0, 3)).toEqual([
      expect.objectContaining({ id: own[2], isActive: false }),
      {
        id: own[1],
        title: 'Shown',
        message: 'To all',
        isGlobal: true,
        isActive: true,
        createdAt: expect.stringMatching(/^2026-.*Z$/),
        createdBy: null,
      },
      expect.objectContaining({ id: own[0], title: 'A draft', isActive: false }),
    ]);
    expect(await walk(`${adminPath}?limit=2`, boss)).toEqual(
      await world.json(notificationsSchema, `${adminPath}?limit=200`, { as: boss }),
    );
  });

  it('keeps its order when one is shown', async () => {
    const [draft, id] = [await publish(false), await publish()];
    await show(draft);
    await world.settle();
    const listed = await world.json(notificationsSchema, adminPath, { as: boss });
    expect(listed.slice(0, 2).map((each) => each.id)).toEqual([id, draft]);
  });

  it('is for administrators', async () => {
    await world.problem(401, 'not_signed_in', adminPath);
    await world.problem(403, 'forbidden', adminPath, { as: await member() });
    await world.problem(400, 'invalid_input', `${adminPath}?before=x`, { as: boss });
  });
});
