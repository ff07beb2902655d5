import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected } from './commitCheck.ts';
import { idText } from './messages.ts';
import type { Proposed } from './records.ts';

type ProposedMessage = streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage;

const noId = '00000000-0000-0000-0000-000000000000';
const greatestRevision = 2n ** 63n - 1n;
const endOfStream = 2n ** 64n - 1n;

/** Type or content type, or undefined: the error for that depends on the way of appending. */
export function metadataOf(message: ProposedMessage, property: 'type' | 'content-type'): string | undefined {
  return message.getMetadataMap().get(property);
}

/**
 * Parses a proposed event of either way of appending.
 * @throws Error without a type or id
 */
export function proposed(message: ProposedMessage): Proposed {
  const type = metadataOf(message, 'type') ?? '';
  const id = idText(message.getId());
  if (id === noId) throw new Error("Empty eventId provided. (Parameter 'eventId')");
  if (type === '') throw new Error("Empty eventType provided. (Parameter 'eventType')");
  return {
    id,
    type,
    json: metadataOf(message, 'content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/**
 * Parses an exact revision. The greatest 64-bit number is the end of a stream, which before an append means no stream.
 * @throws RangeError for another impossible one
 */
export function exactly(revision: string): Expected {
  const exact = BigInt(revision);
  if (exact === endOfStream) return 'no-stream';
  if (exact > greatestRevision)
    throw new RangeError('Specified argument was out of the range of valid values.');
  return exact;
}
