import { deliveriesSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { scaled } from '@pmcw/testing';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { openReadModels, type ReadModels } from '../storage/database.ts';
import { countUnreadDeliveries, deliveriesStatement, findDeliveries, unreadStatement } from './queries.ts';

const members = Math.min(100_000, scaled(10_000));
const notifications = 5_000;
/**
 * Has read none; has read every third and dismissed every fifth; has read all at once; joined after all were published.
 */
const [fresh, busy, tidy, late] = [1_000, 1_001, 1_002, 1_000 + members - 1];

let world: World;
let db: ReadModels;
beforeAll(async () => {
  world = await openWorld();
  db = openReadModels(world.databaseUrl);
  await sql`
    insert into notifications.readers (member_id, joined_at, joined_position, read_up_to)
    select 1000 + n, now(), case when 1000 + n = ${late} then 1000000 else n + 1 end, 0
    from generate_series(0, ${members}::integer - 1) n`.execute(db);
  await sql`
    insert into notifications.published
    select 'n' || n, 'News ' || n, repeat('To all. ', 20), n % 10 <> 0, now(), null, 200000 + 2 * n, now(), 200000 + 2 * n
    from generate_series(1, ${notifications}::integer) n`.execute(db);
  await sql`
    insert into notifications.notices
    select 1000 + n % ${members}::integer, 'own' || n, 'Your profile', 'An administrator', now(),
      200001 + 2 * (n::bigint * ${notifications}::integer / (2 * ${members}::integer))
    from generate_series(1, 2 * ${members}::integer) n`.execute(db);
  await sql`
    insert into notifications.receipts
    select m, 'n' || n, n % 3 = 0, n % 5 = 0
    from generate_series(1, ${notifications}::integer) n, unnest(array[${busy}::integer, 2000, 3000, 4000]) m
    where n % 3 = 0 or n % 5 = 0`.execute(db);
  await sql`update notifications.readers set read_up_to = 209980 where member_id = ${tidy}`.execute(db);
  await sql`analyze notifications.readers, notifications.published, notifications.notices, notifications.receipts`.execute(
    db,
  );
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await world.close();
});

const planSchema = v.looseObject({
  'Node Type': v.string(),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number(), 0),
  Plans: v.optional(v.array(v.unknown()), []),
});
const explainedSchema = v.tuple([v.object({ Plan: v.unknown() })]);

/** The plan of a statement: kinds of nodes, and rows read from tables and indexes. */
async function planOf(statement: RawBuilder<unknown>) {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (analyze, timing off, format json) ${statement}`.execute(db);
  const [{ Plan }] = v.parse(explainedSchema, rows[0]?.['QUERY PLAN']);
  const steps: string[] = [];
  let read = 0;
  const walk = (node: unknown): void => {
    const step = v.parse(planSchema, node);
    const kind = step['Node Type'];
    steps.push(kind);
    if (kind.endsWith('Scan') && kind !== 'Subquery Scan' && kind !== 'CTE Scan') {
      read += (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops'];
    }
    for (const child of step.Plans) walk(child);
  };
  walk(Plan);
  return { steps, read };
}

async function counted() {
  const tables = ['published', 'readers', 'notices', 'receipts'] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: string }>`
      select count(*) from ${sql.table(`notifications.${table}`)}`.execute(db);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

describe(`with ${members} members and ${notifications} notifications`, () => {
  it('publishing writes one event and one row, and every member has it', async () => {
    const before = await counted();
    const notificationId = '00000000-0000-7000-8000-000000000001';
    const data = { notificationId, title: 'News', message: 'To all', isActive: true };
    const stream = streams.notification(notificationId);
    const position = await world.record({ type: 'NotificationPublished', data }, stream);
    await world.settle();
    expect(position).toBe('1');
    expect(await counted()).toEqual({ ...before, published: (before.published ?? 0) + 1 });
    // It is the first event of this log, so it comes after the bulk data.
    for (const as of [fresh, busy, late]) {
      const { deliveries } = await findDeliveries(db, as, { includeRead: true, before: '2', limit: 50 });
      expect(deliveries.map((delivery) => delivery.notificationId)).toEqual([notificationId]);
    }
    await world.record({ type: 'NotificationDeactivated', data: { notificationId } }, stream);
    await world.settle();
    const asking = { as: late };
    const listed = await world.json(deliveriesSchema, '/api/notifications?before=2', asking);
    expect(listed).toEqual([]);
  });

  it('the unread count equals the length of the unread list', async () => {
    const own = 2;
    const active = notifications * 0.9;
    expect(await countUnreadDeliveries(db, fresh)).toBe(active + own);
    expect(await countUnreadDeliveries(db, late)).toBe(active + own);
    let left = 0;
    for (let n = 1; n <= notifications; n += 1) if (n % 10 !== 0 && n % 3 !== 0 && n % 5 !== 0) left += 1;
    expect(await countUnreadDeliveries(db, busy)).toBe(left + own);
    expect(await countUnreadDeliveries(db, tidy)).toBe(9);
  });

  it.each([
    ['of everything', fresh, true],
    ['of everything, for a member who dismissed many', busy, true],
    ['of unread ones', fresh, false],
    ['of unread ones, for a member who read many', busy, false],
    ['of unread ones, for a member who read all', tidy, false],
  ])('a page %s reads little more than it shows, wherever it is', async (_, memberId, includeRead) => {
    for (const before of [undefined, '209001', '203001']) {
      const query = { includeRead, before, limit: 50 };
      const { steps, read } = await planOf(deliveriesStatement(memberId, query));
      expect(steps).not.toContain('Seq Scan');
      expect(read).toBeLessThan(600);
    }
  });

  it.each([
    ['of a member who read all', tidy, 100],
    ['of a member who read none', fresh, 12_000],
    ['of a member who read and dismissed many', busy, 12_000],
  ])('the count %s reads no more than there is', async (_, memberId, most) => {
    const { read } = await planOf(unreadStatement(memberId));
    expect(read).toBeLessThan(most);
  });
});
