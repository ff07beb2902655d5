import type pg from 'pg';
import type { Batch, JsonObject, ReadFilter, StoredEvent } from '../port.ts';

const window = 10_000;
/** Most streams are short, and often one event is enough. */
const streamPages = { first: 20, growth: 10, largest: 2_000 };

interface EventRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

type PageRow = { readonly head: string; readonly upto: string } & (
  | EventRow
  | { readonly [column in keyof EventRow]: null }
);

/**
 * Bounds and events are of one snapshot. With types, the page starts at the first match in the index (type, position).
 * The row comparison leaves no other plan: with `e.type = t.type`, a generic plan may read the whole log in order of
 * position for each type that is not in it.
 */
function pageStatement(byType: boolean, byPrefix: boolean): string {
  const filtered = byType || byPrefix;
  const start = byType
    ? `(select min(f.position) - 1 from unnest($3::text[]) t(type) cross join lateral (
         select e.type, e.position from event_store.events e
         where (e.type, e.position) > (t.type, $1::bigint) order by e.type, e.position limit 1) f
         where f.type = t.type)`
    : '$1::bigint';
  return `
    with log as (select coalesce(max(position), 0) as head from event_store.events),
    found as (select head, ${start} as start from log),
    page as (
      select head, coalesce(start, head) as start,
        ${filtered ? `coalesce(least(head, start + ${window}), head)` : 'head'} as upto
      from found
    )
    select p.head, p.upto, e.position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata
    from page p left join lateral (
      select * from event_store.events e
      where e.position > p.start and e.position <= p.upto
        ${byType ? 'and e.type = any ($3::text[])' : ''}
        ${byPrefix ? `and e.stream ^@ any ($${byType ? 4 : 3}::text[])` : ''}
      order by e.position limit $2
    ) e on true
    order by e.position`;
}

export async function readPage(
  pool: pg.Pool,
  after: bigint,
  { types = [], streamPrefixes = [] }: ReadFilter,
  limit: number,
): Promise<Batch<StoredEvent>> {
  const byType = types.length > 0;
  const byPrefix = streamPrefixes.length > 0;
  const { rows } = await pool.query<PageRow>({
    name: `page${byType ? ' by type' : ''}${byPrefix ? ' by prefix' : ''}`,
    text: pageStatement(byType, byPrefix),
    values: [after, limit, ...(byType ? [types] : []), ...(byPrefix ? [streamPrefixes] : [])],
  });
  const [first] = rows;
  if (first === undefined) throw new Error('A page has at least the row of its bounds');
  const events = rows.flatMap((row) => (row.position === null ? [] : [toEvent(row)]));
  const last = events.length === limit ? events.at(-1) : undefined;
  const upto = last?.position ?? BigInt(first.upto);
  const position = upto > after ? upto : after;
  return { events, position, live: position >= BigInt(first.head) };
}

export async function* readStreamPages(
  pool: pg.Pool,
  stream: string,
  fromRevision: number,
): AsyncIterable<StoredEvent> {
  let next = fromRevision;
  let size = streamPages.first;
  while (true) {
    const { rows } = await pool.query<EventRow>({
      name: 'stream',
      text: `select position, stream, revision, event_id, type, data, metadata from event_store.events
             where stream = $1 and revision >= $2 order by revision limit $3`,
      values: [stream, next, size],
    });
    for (const row of rows) yield toEvent(row);
    next += rows.length;
    if (rows.length < size) return;
    size = Math.min(size * streamPages.growth, streamPages.largest);
  }
}

export async function readHead(queryable: pg.Pool | pg.Client): Promise<bigint> {
  const { rows } = await queryable.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from event_store.events',
  );
  return BigInt(rows[0]?.head ?? 0);
}

function toEvent(row: EventRow): StoredEvent {
  const { stream, revision, type, data, metadata } = row;
  return { position: BigInt(row.position), stream, revision, eventId: row.event_id, type, data, metadata };
}
