import { type HistoryRecord, SEALED } from '@pmcw/contracts';
import { eventTypes, type ProductEvent } from '@pmcw/contracts/events';

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

/** Personal texts are tokens, which can be copied, and opened later. */
export interface SealedEvents {
  readonly events: AsyncIterable<LoggedEvent>;
  /** Opens the tokens among the texts; `[erased]` if the key is gone. */
  open(texts: readonly string[]): Promise<readonly string[]>;
}

export interface Streams {
  /** 0 for an empty log. */
  head(): Promise<bigint>;
  readStream(stream: string, fromRevision?: number): AsyncIterable<LoggedEvent>;
  /** For folding, after which most texts of a long stream are no longer needed. */
  readSealed(stream: string, fromRevision?: number): SealedEvents;
}

export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
}

/** Null if the log has no event or a different one there. */
export async function findRecord(
  streams: Pick<Streams, 'readStream'>,
  { stream, revision, eventId }: Place,
): Promise<HistoryRecord | null> {
  let found: LoggedEvent | null = null;
  let isTakenBack = false;
  for await (const event of streams.readStream(stream, revision)) {
    if (event.eventId === eventId) found = event;
    if (event.type === 'MessageDeleted') isTakenBack = true;
    if (event.type === 'MessageRestored') isTakenBack = false;
    // Only a message's own, short stream shows whether it was deleted.
    if (found === null || !hasText(found)) break;
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

const hasText = ({ type }: LoggedEvent): boolean => type === 'MessageSent' || type === 'MessageRestored';

/** Private messages are for their two members only. */
const isPrivate = ({ type, data }: LoggedEvent): boolean =>
  (type === 'MessageSent' || type === 'MessageRestored') && data.receiverId !== null;

/** Missing and erased texts stay as they are. */
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
