import { type HistoryEntry, historySchema, limits, texts } from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '../../test/standIns.ts';
import { openWorld, type World } from '../../test/world.ts';
import { openReadModels } from '../storage/database.ts';
import { exported, exportFormats } from './exports.ts';

let world: World;
let [boss, ada, bea] = [0, 0, 0];
let all: HistoryEntry[];
const beasAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const beasLongAddress = `addr1${'q'.repeat(limits.walletAddressMax - 5)}`;

const about = (event: Extract<ProductEvent, { data: { userId: number } }>, actorId?: number) =>
  world.record(event, streams.user(event.data.userId), actorId);

beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  ada = await world.register({ username: 'ada', fullName: 'Ada Lovelace' });
  bea = await world.register({ username: 'bea', fullName: '100% Bea' });
  await about({ type: 'AdminGranted', data: { userId: boss } });
  for (let round = 0; round < 12; round += 1) {
    const userId = round % 2 === 0 ? ada : bea;
    await about({ type: 'UserVerified', data: { userId } }, boss);
    await about({ type: 'TokensSet', data: { userId, pmcwTokens: 1, cause: 'verified' } }, boss);
    await about(
      { type: 'ProfileEdited', data: { userId, fullName: 'Secret', bio: 'Secret', telegramHandle: '' } },
      userId,
    );
    await world.send(ada, round % 3 === 0 ? null : bea, 'Secret');
    if (round % 4 === 0) await about({ type: 'UserUnverified', data: { userId } }, boss);
  }
  await world.record(
    {
      type: 'NotificationPublished',
      data: { notificationId: 'n', title: '100% "Maintenance"', message: 'On Sunday', isActive: true },
    },
    streams.notification('n'),
    boss,
  );
  await about(
    { type: 'WalletAdded', data: { userId: bea, walletId: 'w', network: 'ETH', address: beasAddress } },
    bea,
  );
  await about(
    {
      type: 'WalletAdded',
      data: { userId: bea, walletId: 'long', network: 'ADA', address: beasLongAddress },
    },
    bea,
  );
  await strayClocks();
  await world.record({ type: 'SettingsChanged', data: { tokenSupply: 3 } }, streams.settings(), boss);
  await world.settle();
  all = await history('limit=200');
});
afterAll(() => world.close());

/** Clocks of three processes: days ahead, a day late, and correct. */
async function strayClocks(): Promise<void> {
  for (const [n, day] of ['02', '01', '03', '01', '02', '01'].entries()) {
    const event = { type: 'TokensSet', data: { userId: ada, pmcwTokens: n, cause: 'set' } } as const;
    await world.record(event, streams.user(ada), boss, { time: `2026-01-${day}T0${n}:00:00.000Z` });
  }
}

const history = (query: string) => world.json(historySchema, `/api/admin/history?${query}`, { as: boss });

/** Follows `Link` to the end. */
async function paged(query: URLSearchParams): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let path: string | undefined = `/api/admin/history?${query}`; path !== undefined; ) {
    const response = await world.ask(path, { as: boss });
    const page = historySchema['~standard'].validate(await response.json());
    if (!('value' in page)) throw new Error('No history');
    entries.push(...page.value);
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return entries;
}

describe('the history', () => {
  it('has all events, newest first, with names and facts, without personal data', () => {
    expect(all.length).toBeGreaterThan(50);
    const positions = all.map(({ position }) => Number(position));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(all[0]).toMatchObject({
      type: 'SettingsChanged',
      stream: 'settings',
      actor: { id: boss, username: 'boss' },
      target: null,
      facts: { tokenSupply: 3 },
    });
    expect(all.at(-1)).toMatchObject({
      type: 'UserRegistered',
      revision: 0,
      actor: null,
      target: { username: 'boss' },
    });
    expect(JSON.stringify(all)).not.toMatch(/Secret|example\.org/);
  });

  it('matches all filters, however it is paged', async () => {
    const times = () => fc.constantFrom(...all.map(({ occurredAt }) => occurredAt));
    const filters = fc.record(
      {
        actor: fc.constantFrom('system', String(boss), String(ada), '999'),
        target: fc.constantFrom(String(ada), String(bea), '4000000000'),
        type: fc
          .subarray(['UserVerified', 'TokensSet', 'MessageSent', 'ProfileEdited', 'Nothing'], {
            minLength: 1,
          })
          .map((types) => types.join(',')),
        stream: fc.constantFrom(streams.user(2), 'settings', 'nothing'),
        from: times(),
        to: times(),
        text: fc.constantFrom(
          ...[
            'ada',
            'LOVE',
            '100%',
            'settings',
            'no member of this name',
            '',
            '"mainten',
            'message',
            'SUNDAY',
          ],
          ...[beasAddress, beasAddress.toLowerCase(), beasAddress.slice(0, -1), beasLongAddress],
          ...all.slice(0, 3).flatMap(({ eventId, correlationId }) => [eventId, correlationId]),
        ),
        limit: fc.constantFrom('1', '7', '50'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const expected = all.filter((entry) => isLetThrough(entry, given)).map(({ position }) => position);
        const query = new URLSearchParams(Object.entries(given));
        expect((await paged(query)).map(({ position }) => position)).toEqual(expected);
      }),
      { numRuns: scaled(30) },
    );
  });

  it('filters time exactly, even with wrong clocks', async () => {
    const times = new Set(all.map(({ occurredAt }) => occurredAt));
    const spans = [...times].flatMap((time) => [{ from: time }, { to: time }]);
    for (const span of spans) {
      const expected = all.filter((entry) => isLetThrough(entry, span));
      expect(await history(`limit=200&${new URLSearchParams(span)}`)).toEqual(expected);
    }
  });

  it('returns entries after a position', async () => {
    const tenth = all[10]?.position ?? '';
    expect(await history(`after=${tenth}`)).toEqual(all.slice(0, 10));
  });

  it.each([
    'actor=x',
    'from=yesterday',
    'to=2026-02-30',
    'from=2026-01-01T25:00:00Z',
    'to=5',
    'before=-1',
    'limit=0',
    'limit=201',
    `text=${'x'.repeat(129)}`,
  ])('is refused for %s', async (query) => {
    await world.problem(400, 'invalid_input', `/api/admin/history?${query}`, { as: boss });
  });
});

function isLetThrough(
  { actor, target, type, stream, occurredAt, eventId, correlationId, facts }: HistoryEntry,
  asked: Readonly<Partial<Record<'actor' | 'target' | 'type' | 'stream' | 'from' | 'to' | 'text', string>>>,
): boolean {
  const text = asked.text ?? '';
  const names = [actor, target].map((member) =>
    `${member?.username} ${nameOf[member?.username ?? '']}`.toLowerCase(),
  );
  return (
    (asked.actor === undefined || asked.actor === String(actor?.id ?? 'system')) &&
    (asked.target === undefined || asked.target === String(target?.id)) &&
    (asked.type === undefined || asked.type.split(',').includes(type)) &&
    (asked.stream === undefined || asked.stream === stream) &&
    (asked.from === undefined || occurredAt >= asked.from) &&
    (asked.to === undefined || occurredAt < asked.to) &&
    (text === '' ||
      [stream, eventId, correlationId].includes(text) ||
      names.some((name) => name.includes(text.toLowerCase())) ||
      ([actor?.username, target?.username].includes('bea') &&
        [beasAddress, beasLongAddress].some((address) => text.toLowerCase() === address.toLowerCase())) ||
      (['NotificationPublished', 'SettingsChanged'].includes(type) &&
        Object.values(facts).some((fact) => String(fact).toLowerCase().includes(text.toLowerCase()))))
  );
}

/** After the last edits of their profiles. */
const nameOf: Readonly<Record<string, string>> = { boss: 'boss of Test', ada: 'Secret', bea: 'Secret' };

describe('an export', () => {
  it('has exactly the filtered entries, as JSON lines', async () => {
    const response = await world.ask(`/api/admin/history/export.ndjson?type=MessageSent`, {
      as: boss,
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="history.ndjson"');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(all.filter(({ type }) => type === 'MessageSent'));
  });

  it('is a table that a spreadsheet reads without running formulas', async () => {
    const response = await world.ask('/api/admin/history/export.csv', { as: boss });
    const rows = (await response.text()).split('\r\n');
    expect(rows[0]).toMatch(/^position,time,type,actor_id,actor,/);
    expect(rows).toHaveLength(all.length + 2);
    expect(rows[1]).toContain(`,SettingsChanged,${boss},boss,,,settings,0,`);
    expect(rows[1]).toContain('"{""tokenSupply"":3}"');
  });
});

describe('an export of several runs', () => {
  const [firstOfMany, firstOfWhole] = [1_000_000, 2_000_000];
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: world.databaseUrl });
    await owner.connect();
    // A run and almost another; and exactly two runs.
    await Promise.all([
      owner.query(copies, [firstOfMany, 1_999, 'many']),
      owner.query(copies, [firstOfWhole, 2_000, 'whole']),
    ]);
  });
  afterAll(async () => {
    await owner.query('delete from audit.entries where position >= $1', [firstOfMany]);
    await owner.end();
  });
  /** Entries from a position on, in a stream. */
  const copies = `insert into audit.entries
    (position, event_id, stream, revision, type, occurred_at, correlation_id, causation_id, facts)
    select $1::integer + n, gen_random_uuid(), $3, n, 'ConversationRead', '2026-01-02', 'r', 'c', '{}'
    from generate_series(0, $2::integer - 1) n`;
  const newestFirst = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => String(from + count - 1 - n));

  it.each([
    ['many', newestFirst(firstOfMany, 1_999)],
    ['whole', newestFirst(firstOfWhole, 2_000)],
  ])('has each event once where two runs meet, in both formats: %s', async (stream, positions) => {
    const [table, lines] = await Promise.all(
      ['csv', 'ndjson'].map(async (ending) => {
        const response = await world.ask(`/api/admin/history/export.${ending}?stream=${stream}`, {
          as: boss,
        });
        // Streamed, so the length is unknown.
        expect(response.headers.get('content-length')).toBeNull();
        return (await response.text()).trimEnd().split(/\r?\n/);
      }),
    );
    expect(table?.slice(1).map((row) => row.split(',', 1)[0])).toEqual(positions);
    expect(lines?.map((line) => JSON.parse(line).position)).toEqual(positions);
  });

  it('is refused to a session without a recent proof', async () => {
    const isFresh = vi.spyOn(sessions, 'isFresh').mockResolvedValue(false);
    await world.problem(403, 'fresh_proof_required', '/api/admin/history/export.csv', { as: boss });
    expect(isFresh).toHaveBeenCalledExactlyOnceWith(`member-${boss}`, 60 * 60_000);
    isFresh.mockRestore();
  });

  it('loads a run after the previous one was sent, not earlier', async () => {
    const db = openReadModels(world.databaseUrl);
    const runs: string[] = [];
    for await (const run of await exported(db, { stream: 'many' }, exportFormats.ndjson)) {
      runs.push(run);
      await owner.query("delete from audit.entries where stream = 'many' and position < $1", [
        firstOfMany + 500,
      ]);
    }
    await db.destroy();
    expect(runs.map((run) => run.trimEnd().split('\n').length)).toEqual([1_000, 499]);
  });
});

describe('a text that matches too many members', () => {
  beforeAll(async () => {
    const crowd = Array.from({ length: limits.historyTextMembersMax + 1 }, (_, n) => `crowd_${n}`);
    await Promise.all(crowd.map((username) => world.register(username)));
    await world.settle();
  });

  it.each(['', '/export.csv'])('is refused before anything is sent: /api/admin/history%s', async (path) => {
    const { errors } = await world.problem(400, 'invalid_input', `/api/admin/history${path}?text=crowd_`, {
      as: boss,
    });
    expect(errors).toEqual([{ path: 'text', message: texts.refusals.textMeansTooMany }]);
    const fewer = await world.ask(`/api/admin/history${path}?text=crowd_1`, { as: boss });
    expect(fewer.status).toBe(200);
    expect(await fewer.text()).toContain('crowd_199');
  });
});
