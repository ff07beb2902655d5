import type { AppendOptions, ExpectedRevision, NewEvent } from '../port.ts';

/** An event in the form that is stored: its JSON as the exact text that will be kept. */
export interface PreparedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An append that was checked and can be queued; later changes to the caller's objects don't reach it. */
export interface PreparedAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly PreparedEvent[];
  readonly idsAreNew: boolean;
  /** Length of its JSON texts, to bound what a queue holds. */
  readonly size: number;
}

const uuid = /^(?!0{8}-0{4}-0{4}-0{4}-0{12}$)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/**
 * Control characters and lone surrogates have no place in a database's text, nor a name in an index page above this;
 * what begins with $ is the engine's own on EventStoreDB.
 */
const name = /^(?!\$)[^\p{Cc}\p{Cs}]{1,255}$/u;
const nameRule = '1 to 255 printable characters and does not begin with $';

/**
 * Checks an append and serialises it, so that nothing malformed reaches a batch that it shares with others.
 * @throws TypeError when there are no events, or a name, an id or the expected revision is malformed
 */
export function prepareAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  { idsAreNew = false }: AppendOptions = {},
): PreparedAppend {
  if (!name.test(stream)) throw new TypeError(`A stream name has ${nameRule}`);
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError(`An expected revision is an integer from 0, not ${expected}`);
  }
  if (events.length === 0) throw new TypeError('An append has at least one event');
  const prepared = events.map(prepareEvent);
  if (new Set(prepared.map((event) => event.eventId)).size < prepared.length) {
    throw new TypeError('Two events of an append have the same id');
  }
  const size = prepared.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
  return { stream, expected, events: prepared, idsAreNew, size };
}

function prepareEvent(event: NewEvent): PreparedEvent {
  if (!uuid.test(event.eventId)) throw new TypeError(`An event id is a UUID, not ${event.eventId}`);
  if (!name.test(event.type)) throw new TypeError(`An event type has ${nameRule}`);
  return {
    eventId: event.eventId.toLowerCase(),
    type: event.type,
    data: JSON.stringify(event.data),
    metadata: JSON.stringify(event.metadata),
  };
}
