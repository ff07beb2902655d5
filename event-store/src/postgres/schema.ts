/** Advisory locks of the log: one class, so that they can be told apart in `pg_locks`. */
export const lockClass = 0x6576_6c67;
const appendLock = 1;
/** Held while the schema is made or changed. */
export const migrationLock = 2;

/** The channel on which each flush tells the position of its last event. */
export const headChannel = 'event_store_head';

/** How the expectations that are not a revision are written; a stream that does not exist is at revision -1. */
export const expectationCodes = { 'no-stream': -1, 'stream-exists': -2, any: -3 } as const;

/** What became of an append in its batch. */
export const outcomes = { written: 0, refused: 1, known: 2 } as const;

/**
 * `json` keeps the bytes it is given (`jsonb` would not), and names sort by bytes (`collate "C"`), which is all
 * that equality and prefixes need. (type, position) lets a reader leap over what its filter leaves out.
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
 * One flush: the whole group commit in one statement. The lock is held until the commit is visible, so positions
 * are dense and become visible in their order. Being volatile and in read committed, each statement in here sees
 * what was committed before the lock was got. Appends are judged in their order, each against what those before
 * it in the batch did; a refused one leaves no trace.
 *
 * At first it trusts: a stream that an append expects not to exist is taken not to exist, and event ids to be new.
 * Both are then proved by the unique keys as the events are written (a stream that exists has a revision 0, and
 * every trusted stream gets one), at no cost. When a key objects, or an append is refused and so nothing proves its
 * ids new, everything is looked up and judged again.
 *
 * Arrays by append: expected, stream_no (its stream's place in streams, from 1), sizes (number of its events).
 * Arrays by event: append_no (from 1), nth (its place in its append, from 0) and the event itself.
 * The caller sees to it that no event id comes twice in a batch.
 *
 * A row per append: written with its last revision and position, refused with the actual revision, or known: some
 * event id of it is in the log already.
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
  -- Filled beforehand: an array that is first assigned at 2 begins at 2, and unnest would shift it.
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
 * What a session of the log needs. A database may default to an isolation in which a flush would not see what was
 * committed before its lock. Every look-up here has its index, and a plan is kept for long: one made while the
 * table was small must not scan it when it is large.
 */
export const sessionSettings = `
set session characteristics as transaction isolation level read committed;
set enable_seqscan = off;
set enable_bitmapscan = off;
set plan_cache_mode = force_generic_plan;
set jit = off;
`;

/** Each brings the schema from the version that is its index to the next. Never changed once released. */
export const migrations: readonly string[] = [tables + appendFunction];
