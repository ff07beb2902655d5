import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Watched, watchBlocks } from '../../test/blocks.ts';
import { openWorld, type World } from '../../test/world.ts';
import type { ReadModels } from '../storage/database.ts';
import { findChain } from './chain.ts';
import { findHistory } from './history.ts';

const size = 200_000;
/** A third of the table's blocks. */
const mostBlocks = 1_500;
const limit = 50;

let world: World;
let watched: Watched;
beforeAll(async () => {
  world = await openWorld();
  watched = watchBlocks(world.databaseUrl);
  // Members 1 and 2 talk to each other all the time; a hundredth is of rare types, and half of that about member 3.
  await sql`insert into audit.entries (position, event_id, stream, revision, type, actor_id, target_id, occurred_at,
      correlation_id, causation_id, facts, conversation, place)
    select n, 'e' || n, case when n % 100 = 0 then 'user-' || n % 1000 else 'message-' || n end, 0,
      case when n % 100 = 0 then 'UserVerified' when n % 10 = 0 then 'ConversationRead' else 'MessageSent' end,
      case when n % 1000 = 0 then null else 1 + n % 2 end, case when n % 200 = 0 then 3 else 2 - n % 2 end,
      timestamptz '2026-01-01' + n * interval '1 second', 'r' || n, 'c' || n, '{}',
      case when n % 100 <> 0 then '1-2' end, case when n % 100 <> 0 then n end
    from generate_series(1, ${size}::integer) n`.execute(watched.db);
  await sql`insert into audit.clock values (true, now(), 2000)`.execute(watched.db);
  await sql`vacuum analyze audit.entries`.execute(watched.db);
}, 120_000);
afterAll(async () => {
  await watched.close();
  await world.close();
});

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000);
const history =
  (filter: Parameters<typeof findHistory>[1], before = String(size / 2)) =>
  (db: ReadModels) =>
    findHistory(db, filter, { before, limit });
const rare = ['UserVerified'] as const;

const questions: Readonly<Record<string, (db: ReadModels) => Promise<unknown>>> = {
  everything: history({}),
  'a frequent type': history({ type: ['MessageSent'] }),
  'a rare type': history({ type: [...rare] }),
  'a type without entries': history({ type: ['SettingsChanged'] }),
  'an actor': history({ actor: 1 }),
  'an actor without entries': history({ actor: 77 }),
  'the system': history({ actor: 'system' }),
  'an actor and a rare type': history({ actor: 1, type: [...rare] }),
  'an actor and a frequent type': history({ actor: 1, type: ['MessageSent'] }),
  'a target': history({ target: 3 }),
  'a target and a type': history({ target: 3, type: ['MessageSent', ...rare] }),
  'an actor and a target': history({ actor: 2, target: 1 }),
  'a stream': history({ stream: 'user-100' }),
  'a time': history({ from: at(1_000), to: at(1_050) }),
  'an actor and a time': history({ actor: 1, from: at(100_000), to: at(101_000) }),
  'a text that is a stream': history({ text: 'message-777' }),
  'a text that is an event': history({ text: 'e777' }),
  'a text that is a request': history({ text: 'r777' }),
  'a chain': (db) => findChain(db, 'e100'),
};

it.each(Object.entries(questions))('%s is found without looking at many entries', async (_, question) => {
  expect(await watched.blocksOf(question)).toBeLessThan(mostBlocks);
});

it('needs every index, except those of conversations', async () => {
  const used = new Set<string>();
  for (const question of Object.values(questions)) {
    for (const index of await watched.indexesOf(question)) used.add(index);
  }
  const { rows } = await sql<{ name: string }>`select indexrelname as name from pg_stat_user_indexes
    where schemaname = 'audit' and relname = 'entries' and indexrelname not like '%conversation%'`.execute(
    watched.db,
  );
  expect(rows.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});
