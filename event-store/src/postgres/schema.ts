/** Recognizable in `pg_locks`. */
export const lockClass = 0x6576_6c67;
const appendLock = 1;
export const migrationLock = 2;

/** Has the position of each flush's last event. */
export const headChannel = 'event_store_head';

/** -1 is the revision of a missing stream. */
export const expectationCodes = { 'no-stream': -1, 'stream-exists': -2, any: -3 } as const;

export const outcomes = { written: 0, refused: 1, known: 2 } as const;

/**
 * `json` keeps the exact bytes (`jsonb` does not). Names sort by bytes (`collate "C"`), enough for equality and
 * prefixes. The index (type, position) lets readers skip filtered events.
 */
const tables = `
create table event_store.events (
  position  bigint  not null primary key,
  stream    text    collate "C" not null,
  revision  integer not null,
  event_id  uuid    not null,
  type      text    collate "C" not null,
  data      json    not null,
  metadata  json    not null,
  constraint events_stream_revision unique (stream, revision),
  constraint events_event_id unique (event_id)
);
create index events_type_position on event_store.events (type, position);
`;

/**
 * One flush: the whole group commit. The lock is held until the commit is visible, so positions are dense and become
 * visible in order. The function is volatile, in read committed, so it sees all commits before the lock. Appends are
 * decided in order, each on the result of those before.
 *
 * The first pass trusts that event ids are new and streams expected as missing are missing; unique keys prove both
 * during the insert (each trusted stream gets a revision 0). After a violation, or a refusal, which proves no ids new,
 * a second pass looks everything up.
 *
 * Arrays by append: expected, stream_no (index in streams, from 1), sizes. Arrays by event: append_no (from 1), nth
 * (from 0) and the event. The caller ensures unique event ids. Returns a row per append: written, with its last
 * revision and position; refused, with the actual revision; or known.
 */
const appendFunction = `
create function event_store.append(
  expected bigint[], stream_no integer[], sizes integer[],
  streams text[],
  append_no integer[], nth integer[],
  event_ids uuid[], event_types text[], event_data text[], event_metadata text[]
) returns table (outcome integer, at_revision integer, at_position bigint)
language plpgsql volatile as $$
declare
  -- Filled beforehand: an array that is first assigned at 2 starts at 2, and unnest would shift it.
  unset     constant integer[] := array_fill(null::integer, array[cardinality(expected)]);
  outcomes  integer[];
  revisions integer[];
  positions bigint[];
  current   integer[];
  known     integer[] := '{}';
  head      bigint;
  next      bigint;
  actual    integer;
  trusting  boolean;
begin
  perform pg_advisory_xact_lock(${lockClass}, ${appendLock});
  select coalesce(max(e.position), 0) into head from event_store.events e;

  foreach trusting in array array[true, false] loop
    current := array_fill(null::integer, array[cardinality(streams)]);
    if trusting then
      for n in 1 .. cardinality(expected) loop
        if expected[n] = ${expectationCodes['no-stream']} then current[stream_no[n]] := -1; end if;
      end loop;
    else
      known := array(
        select n.append_no
        from unnest(event_ids, append_no) n(event_id, append_no)
        join event_store.events e on e.event_id = n.event_id
      );
    end if;
    if array_position(current, null) is not null then
      current := array(
        select coalesce(s.taken, (select max(e.revision) from event_store.events e where e.stream = s.name), -1)
        from unnest(streams, current) with ordinality s(name, taken, n)
        order by s.n
      );
    end if;

    next := head;
    outcomes := unset;
    revisions := unset;
    positions := unset;
    for n in 1 .. cardinality(expected) loop
      actual := current[stream_no[n]];
      if n = any (known) then
        outcomes[n] := ${outcomes.known};
      elsif expected[n] = actual
         or expected[n] = ${expectationCodes.any}
         or (expected[n] = ${expectationCodes['stream-exists']} and actual >= 0) then
        next := next + sizes[n];
        actual := actual + sizes[n];
        current[stream_no[n]] := actual;
        outcomes[n] := ${outcomes.written};
        positions[n] := next;
        revisions[n] := actual;
      else
        outcomes[n] := ${outcomes.refused};
        revisions[n] := actual;
      end if;
    end loop;
    continue when trusting and array_position(outcomes, ${outcomes.refused}) is not null;
    exit when next = head;

    begin
      insert into event_store.events (position, stream, revision, event_id, type, data, metadata)
      select positions[n.a] - sizes[n.a] + 1 + n.nth, streams[stream_no[n.a]], revisions[n.a] - sizes[n.a] + 1 + n.nth,
             n.event_id, n.type, n.data::json, n.metadata::json
      from unnest(append_no, nth, event_ids, event_types, event_data, event_metadata)
        n(a, nth, event_id, type, data, metadata)
      where outcomes[n.a] = ${outcomes.written};
      perform pg_notify('${headChannel}', next::text);
      exit;
    exception when unique_violation then
      if not trusting then raise; end if;
    end;
  end loop;

  return query select * from unnest(outcomes, revisions, positions);
end
$$;
`;

/**
 * A database may default to an isolation that would not see commits before a flush's lock. Plans are cached for long:
 * one made for a small table must not scan a large one.
 */
export const sessionSettings = `
set session characteristics as transaction isolation level read committed;
set enable_seqscan = off;
set enable_bitmapscan = off;
set plan_cache_mode = force_generic_plan;
set jit = off;
`;

/**
 * A lock on a row is written and committed like a change, so a read-only server refuses it. It blocks no other such
 * lock.
 */
export const writeNothing = 'select from event_store.schema_version limit 1 for key share';

export interface Migration {
  readonly sql: string;
  /** The oldest schema version whose code still works after it. */
  readonly worksFor: number;
  /** That brought it. */
  readonly release: string;
}

/** Each migrates from the version of its index. Released ones never change. */
export const migrations: readonly Migration[] = [
  { sql: tables + appendFunction, worksFor: 1, release: '0.1.0' },
];
