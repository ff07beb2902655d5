import { deliveriesSchema, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.register('ada');
  for (const notificationId of ['n1', 'n2', 'n3']) {
    const data = { notificationId, title: `News ${notificationId}`, message: 'To all', isActive: true };
    await world.record({ type: 'NotificationPublished', data }, streams.notification(notificationId));
  }
  await world.record({ type: 'UserVerified', data: { userId: ada } }, streams.user(ada));
  const read = { readerId: ada, notificationId: 'n2' };
  await world.record({ type: 'NotificationRead', data: read }, streams.inbox(ada));
  await world.settle();
});
afterAll(() => world.close());

const resultSchema = v.object({
  data: v.nullable(v.record(v.string(), v.unknown())),
  errors: v.optional(v.array(v.object({ message: v.string() }))),
});
const graphql = async (query: string, as?: number) => {
  const asking = { method: 'POST', body: { query } };
  const response = await world.ask('/graphql', as === undefined ? asking : { ...asking, as });
  return v.parse(resultSchema, await response.json());
};
const whole = '{ id userId notificationId read createdAt notification { title message createdAt } }';

describe('notifications by GraphQL', () => {
  it('are those of REST, with the unread count', async () => {
    const { data } = await graphql(`{ notifications { deliveries ${whole} } unreadNotifications }`, ada);
    const listed = await world.json(deliveriesSchema, '/api/notifications', { as: ada });
    expect(listed).toHaveLength(4);
    expect(data).toEqual({ notifications: { deliveries: listed }, unreadNotifications: 3 });
  });

  it('are paged, and can leave out read ones', async () => {
    const page = (before: string) =>
      graphql(
        `{ notifications(includeRead: false, limit: 2${before}) { deliveries { notificationId } next } }`,
        ada,
      );
    const first = await page('');
    expect(first.data?.notifications).toEqual({
      deliveries: [{ notificationId: expect.any(String) }, { notificationId: 'n3' }],
      next: expect.any(String),
    });
    const { next } = v.parse(v.object({ next: v.string() }), first.data?.notifications);
    expect((await page(`, before: "${next}"`)).data?.notifications).toEqual({
      deliveries: [{ notificationId: 'n1' }],
      next: null,
    });
    const refused = await graphql('{ notifications(limit: 201) { next } }', ada);
    expect(refused).toMatchObject({ data: null, errors: [{ message: texts.validation.invalidValue }] });
  });

  it('take one statement each, for any number', async () => {
    const both = `{ notifications { deliveries ${whole} } unreadNotifications }`;
    expect(await world.statementsOf(() => graphql(both, ada))).toBe(2);
  });

  it.each(['{ notifications { next } }', '{ unreadNotifications }'])('%s needs a session', async (query) => {
    expect(await graphql(query)).toMatchObject({
      data: null,
      errors: [{ message: texts.refusals.notSignedIn }],
    });
  });
});
