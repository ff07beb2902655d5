import type { Append, AppendOptions, ExpectedRevision, NewEvent } from '../port.ts';

export interface PreparedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

export interface PreparedAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly PreparedEvent[];
  readonly idsAreNew: boolean;
  /** Length of its JSON. */
  readonly size: number;
}

const uuid = /^(?!0{8}-0{4}-0{4}-0{4}-0{12}$)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/**
 * Databases can't store control characters and lone surrogates, index pages limit the length, EventStoreDB reserves $.
 */
const name = /^(?!\$)[^\p{Cc}\p{Cs}]{1,255}$/u;
const nameRule = '1 to 255 printable characters and does not start with $';

/** Keeps malformed appends out of shared batches. @throws TypeError */
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
  checkIds(prepared);
  const size = prepared.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
  return { stream, expected, events: prepared, idsAreNew, size };
}

/** Of appends that are committed together. @throws TypeError */
export function prepareAppends(appends: readonly Append[]): PreparedAppend[] {
  const prepared = appends.map(({ stream, expected, events }) => prepareAppend(stream, expected, events));
  checkIds(prepared.flatMap(({ events }) => events));
  return prepared;
}

function checkIds(events: readonly PreparedEvent[]): void {
  if (new Set(events.map(({ eventId }) => eventId)).size === events.length) return;
  throw new TypeError('Two events that are appended together have the same id');
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
