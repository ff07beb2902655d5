import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Watched, watchBlocks } from '../../test/blocks.ts';
import { openWorld, type World } from '../../test/world.ts';
import { findChain } from '../audit/chain.ts';
import { findHistory } from '../audit/history.ts';
import { findConversations } from '../messages/conversations.ts';
import { findThreadPage, findThreadPages } from '../messages/threads.ts';
import { countUnreadGlobal } from '../messages/unread.ts';
import { findCases } from '../reports/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { findVerificationRequests } from '../verification/queries.ts';

const messages = 100_000;
const peers = 2_000;
const pageSize = 50;
/** Has a long thread with `talker`, wrote all of the global chat, and has conversations with all members. */
const reader = 1;
const talker = 2;
/** Has one conversation, with one message. */
const quiet = peers + 1;
/** Have conversations with nearly all members; one blocks a tenth of them, the newest. */
const [blocking, open] = [peers + 2, peers + 3] as const;

let world: World;
let watched: Watched;
beforeAll(async () => {
  world = await openWorld();
  watched = watchBlocks(world.databaseUrl);
  const { db } = watched;
  // Messages alternate between the thread and the global chat.
  const statements = [
    sql`insert into messages.members
      select n, 'm' || n, 'm' || n, 'Member ' || n, null from generate_series(1, ${peers + 1}::integer) n`,
    sql`insert into messages.messages
        (position, message_id, low_id, high_id, sender_id, receiver_id, content, message_type, is_request, created_at)
      select n, 'id' || n, case when n % 2 = 0 then 1 else 0 end, case when n % 2 = 0 then 2 else 0 end, 1 + n / 2 % 2,
        case when n % 2 = 0 then 2 - n / 2 % 2 end, 'What was said, number ' || n, 'text', false, now()
      from generate_series(1, ${2 * messages}::integer) n`,
    sql`insert into messages.messages
        (position, message_id, low_id, high_id, sender_id, receiver_id, content, message_type, is_request, created_at)
      select 1000000 + n, 'own' || n, 1, n, 1, n, 'Hello', 'text', false, now() from generate_series(3, ${peers + 1}::integer) n`,
    sql`insert into messages.conversations (member_id, peer_id, last_position, unread_count, is_blocked, is_request)
      select 1, n, case when n = 2 then 200000 when n % 100 = 0 then null else 1000000 + n end, 3, false, false
      from generate_series(2, ${peers + 1}::integer) n`,
    sql`insert into messages.conversations (member_id, peer_id, last_position, unread_count, is_blocked, is_request)
      select n, 1, 1000000 + n, 1, false, false from generate_series(3, ${peers + 1}::integer) n
      union all select 2, 1, 200000, 50000, false, false`,
    // The newest are hidden from one of two members.
    sql`insert into messages.conversations (member_id, peer_id, last_position, unread_count, is_blocked, is_request)
      select m, n, 1000000 + n, 0, m = ${blocking} and n > 0.9 * ${peers}, false
      from generate_series(3, ${peers + 1}::integer) n, unnest(array[${blocking}, ${open}]::integer[]) m`,
    sql`insert into messages.read_marks
      select 1 + n % 2, 2 - n % 2, 150000, 150000 from generate_series(1, 2) n
      union all select n, 0, 1000 * n, 1000 from generate_series(3, 150) n`,
    sql`insert into messages.global_runs
      select 1 + 2000 * n, 1000, 1000 from generate_series(0, ${messages / 1000 - 1}::integer) n`,
    sql`insert into messages.global_run_senders
      select m, 1 + 2000 * n, 500 from generate_series(0, ${messages / 1000 - 1}::integer) n, generate_series(1, 2) m`,
    sql`insert into moderation.members (member_id, username, full_name, email, is_email_confirmed, telegram_handle, bio, user_type, is_admin,
        is_authorized, is_suspended, pmcw_tokens, contact_policy, created_at, username_key, wallet_count, has_proof, notes, position)
      select n, 'm' || n, 'Member ' || n, 'm' || n || '@example.org', true, '', '', 'General User', false, false, false, 0, 'everyone', now(),
        'm' || n, 0, false, '', n from generate_series(1, ${peers}::integer) n`,
    sql`insert into moderation.verification_requests
      select 'r' || n, 1 + n % ${peers}::integer, 'please', case when n % 2 = 0 then 'open' else 'rejected' end, null, now(),
        n, now(), case when n % 2 = 1 then 500000 + n end from generate_series(1, ${2 * messages}::integer) n`,
    sql`insert into moderation.reported_members select n, 1 from generate_series(1, ${peers}::integer) n`,
    sql`insert into moderation.cases
      select 'c' || n, 'profile', 1 + n % ${peers}::integer, null, 1, 'open', now(), n, 'spam', now(), n, 0
      from generate_series(1, ${2 * messages}::integer) n`,
    // Every second event is of one type and target; pairs share a request.
    sql`insert into audit.entries (position, event_id, stream, revision, type, actor_id, target_id, occurred_at, correlation_id,
        causation_id, facts)
      select n, 'e' || n, 'user-' || n % 1000, n / 1000, case when n % 2 = 0 then 'UserVerified' else 'TokensSet' end, 1, 1 + n % 2,
        now() + n * interval '1 second', 'r' || n / 2, 'c' || n / 2, '{}' from generate_series(1, ${2 * messages}::integer) n`,
    sql`vacuum analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
}, 120_000);
afterAll(async () => {
  await watched.close();
  await world.close();
});

/** The start of the first page, one in the middle and the 2,000th, with rows two positions apart. */
const depths = [undefined, String(messages), String(2 * pageSize + 1)] as const;

describe(`pages of ${messages} rows`, () => {
  it.each([
    [
      'a thread',
      async (db: ReadModels, before?: string) =>
        (await findThreadPage(db, reader, talker, { before, limit: pageSize })).messages.length,
    ],
    [
      'the global chat',
      async (db: ReadModels, before?: string) =>
        (await findThreadPage(db, reader, null, { before, limit: pageSize })).messages.length,
    ],
    [
      'one of many threads',
      async (db: ReadModels, before?: string) =>
        (await findThreadPages(db, reader, [{ peerId: talker, before, limit: pageSize }]))[0]?.length,
    ],
    [
      'open cases',
      async (db: ReadModels, before?: string) =>
        (await findCases(db, { status: 'open', before, limit: pageSize })).cases.length,
    ],
    [
      'open requests',
      async (db: ReadModels, before?: string) => {
        const query = {
          status: 'open',
          before: before && String(2 * messages - Number(before)),
          limit: pageSize,
        } as const;
        return (await findVerificationRequests(db, query)).requests.length;
      },
    ],
    [
      'closed requests',
      async (db: ReadModels, before?: string) => {
        const query = {
          status: 'rejected',
          before: before && String(500_000 + Number(before)),
          limit: pageSize,
        } as const;
        return (await findVerificationRequests(db, query)).requests.length;
      },
    ],
    [
      'the history',
      async (db: ReadModels, before?: string) =>
        (await findHistory(db, {}, { before, limit: pageSize })).length,
    ],
    [
      'the history, filtered',
      async (db: ReadModels, before?: string) =>
        (await findHistory(db, { type: ['UserVerified'], target: 1 }, { before, limit: pageSize })).length,
    ],
  ])('of %s cost the same at every depth', async (_name, page) => {
    const blocks: number[] = [];
    for (const before of depths) {
      let rows: number | undefined;
      blocks.push(
        await watched.blocksOf(async (db) => {
          rows = await page(db, before);
        }),
      );
      expect(rows).toBe(pageSize);
    }
    const [first = 0, ...deeper] = blocks;
    // A few more or fewer depending on storage; scanning to the 2,000th page would take thousands.
    for (const each of deeper) expect(each - first).toBeLessThan(first / 2);
    // At most two look-ups a row.
    expect(first).toBeLessThan(7 * pageSize);
  });
});

describe('the chain of an event', () => {
  it('costs the same for the first event and the last', async () => {
    for (const eventId of ['e2', `e${2 * messages - 2}`]) {
      const { entries = [] } = (await findChain(watched.db, eventId)) ?? {};
      expect(entries).toHaveLength(2);
      expect(await watched.blocksOf((db) => findChain(db, eventId))).toBeLessThan(100);
    }
  });
});

describe('conversations', () => {
  const list = (memberId: number, limit: number, before?: [string, number]) => (db: ReadModels) =>
    findConversations(db, memberId, { before, limit });

  it('cost the same with 100,000 messages in one as with one', async () => {
    const { conversations } = await findConversations(watched.db, talker, { limit: 10 });
    expect(conversations).toMatchObject([{ userId: reader, unreadCount: 50_000 }]);
    const long = await watched.blocksOf(list(talker, 10));
    const short = await watched.blocksOf(list(quiet, 10));
    expect(Math.abs(long - short)).toBeLessThan(10);
  });

  it('cost the same beside hidden ones', async () => {
    const { conversations } = await findConversations(watched.db, blocking, { limit: pageSize });
    expect(conversations[0]?.userId).toBe(0.9 * peers);
    const without = await watched.blocksOf(list(open, pageSize));
    expect(await watched.blocksOf(list(blocking, pageSize))).toBeLessThanOrEqual(1.2 * without);
  });

  it('cost the same on every page, for any number', async () => {
    const all = (await findConversations(watched.db, reader, { limit: peers })).conversations;
    expect(all).toHaveLength(peers);
    const cursorOf = (index: number): [string, number] => {
      const conversation = all[index];
      return [conversation?.lastMessage?.position ?? '0', conversation?.userId ?? 0];
    };
    const first = await watched.blocksOf(list(reader, pageSize));
    for (const index of [peers / 2, peers - 1 - pageSize]) {
      const page = await findConversations(watched.db, reader, { before: cursorOf(index), limit: pageSize });
      expect(page.conversations).toEqual(all.slice(index + 1, index + 1 + pageSize));
      const deep = await watched.blocksOf(list(reader, pageSize, cursorOf(index)));
      expect(deep - first).toBeLessThan(first / 2);
    }
  });
});

describe('unread messages of the global chat', () => {
  it('are counted at about the same cost for every read mark', async () => {
    const costs: number[] = [];
    // No mark, then marks after 3,000 messages, after half of them and near the end.
    for (const memberId of [500, 3, 100, 150]) {
      const mark = memberId === 500 ? 0 : 1000 * memberId;
      expect(await countUnreadGlobal(watched.db, memberId)).toMatchObject({ count: messages - mark / 2 });
      costs.push(await watched.blocksOf((db) => countUnreadGlobal(db, memberId)));
    }
    expect(Math.max(...costs)).toBeLessThan(100);
  });
});
