import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from './position.ts';
import type { WireRecord } from './records.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Text of an id in either encoding. @throws TypeError if malformed */
export function idText(id: shared.UUID | undefined): string {
  const structured = id?.getStructured();
  const text = structured === undefined ? id?.getString().toLowerCase() : unstructured(structured);
  if (text === undefined || !uuidPattern.test(text)) throw new TypeError('Unrecognized Guid format.');
  return text;
}

export function uuid(text: string): shared.UUID {
  return new shared.UUID().setString(text);
}

/** An id as a message of two numbers. */
export function structuredUuid(text: string): shared.UUID {
  const hex = text.replaceAll('-', '');
  const half = (from: number) => String(BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)));
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits(half(0))
    .setLeastSignificantBits(half(16));
  return new shared.UUID().setStructured(structured);
}

/** Empty if there is none. */
export function streamName(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function streamIdentifier(name: string): shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));
}

export function eventMessage(record: WireRecord): streams.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuid(record.id))
    .setStreamIdentifier(streamIdentifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  recorded
    .getMetadataMap()
    .set('type', record.type)
    .set('created', `${record.created.getTime()}0000`)
    .set('content-type', record.json ? 'application/json' : 'application/octet-stream');
  const event = new streams.ReadResp.ReadEvent()
    .setEvent(recorded)
    .setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(event);
}

/** Position of a filtered subscription. */
export function checkpointMessage({ commit, prepare }: Position): streams.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(commit))
    .setPreparePosition(String(prepare));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export function confirmationMessage(subscriptionId: string): streams.ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId);
  return new streams.ReadResp().setConfirmation(confirmation);
}

/** A subscription has reached the end of the log. */
export function caughtUpMessage(): streams.ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

export function streamNotFoundMessage(stream: string): streams.ReadResp {
  const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream));
  return new streams.ReadResp().setStreamNotFound(notFound);
}

function unstructured(id: shared.UUID.Structured): string {
  const hex = hexOf(id.getMostSignificantBits()) + hexOf(id.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function hexOf(bits: string): string {
  return BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
}
