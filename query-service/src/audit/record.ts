import { type HistoryRecord, SEALED } from '@pmcw/contracts';
import { eventTypes, type ProductEvent } from '@pmcw/contracts/events';

/** An event as the log gives it: opened, `[erased]` where the key of its member is gone. */
export type LoggedEvent = ProductEvent & {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly metadata: {
    readonly actorId: number | null;
    readonly correlationId: string;
    readonly causationId: string;
    readonly undoes?: string | undefined;
    readonly time: string;
  };
};

/** Events whose personal texts are sealed still: tokens stand for them, which can be moved about, and be opened. */
export interface SealedEvents {
  readonly events: AsyncIterable<LoggedEvent>;
  /** The texts in the order given, with what the tokens among them stand for; `[erased]` where nothing is left of it. */
  open(texts: readonly string[]): Promise<readonly string[]>;
}

/** The log, as far as single streams of it are shown. */
export interface Streams {
  /** Position of its last event at this moment, 0 when it is empty. */
  head(): Promise<bigint>;
  /** Events of a stream from a revision on; none of one that does not exist. */
  readStream(stream: string, fromRevision?: number): AsyncIterable<LoggedEvent>;
  /** The same to be folded, which most of what is personal in a long stream does not outlast. */
  readSealed(stream: string, fromRevision?: number): SealedEvents;
}

/** Where an event stands. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
}

/** The record of an event; null where the log has another one in its place, or none. */
export async function findRecord(
  streams: Pick<Streams, 'readStream'>,
  { stream, revision, eventId }: Place,
): Promise<HistoryRecord | null> {
  let found: LoggedEvent | null = null;
  let isTakenBack = false;
  for await (const event of streams.readStream(stream, revision)) {
    if (event.eventId === eventId) found = event;
    isTakenBack ||= event.type === 'MessageDeleted';
    // Only a message's own stream tells whether it was taken back; it is short.
    if (found?.type !== 'MessageSent') break;
  }
  return found === null ? null : recordOf(found, isTakenBack);
}

function recordOf(event: LoggedEvent, isTakenBack: boolean): HistoryRecord {
  const { eventId, type, stream, revision, position, metadata } = event;
  const data = isTakenBack || isPrivate(event) ? sealed(event) : event.data;
  return {
    ...{ eventId, type, stream, revision, position: String(position) },
    metadata: { ...metadata },
    data: { ...data },
  };
}

/** Words between two members are theirs alone (design "HTTP"). */
const isPrivate = ({ type, data }: LoggedEvent): boolean =>
  type === 'MessageSent' && data.receiverId !== null;

/** The data with everything personal in it sealed; what was never there, or is erased, stays as it is. */
function sealed({ type, data }: LoggedEvent): object {
  const definition = eventTypes[type];
  const personal: readonly string[] = 'personal' in definition ? definition.personal.fields : [];
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      personal.includes(field) && value !== null && value !== '[erased]' ? SEALED : value,
    ]),
  );
}
