import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Message } from 'google-protobuf';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected } from './commitCheck.ts';
import type { Appended } from './log.ts';
import { streamIdentifier } from './messages.ts';

const { Code } = codes;

/** Failures of one append in a batch. */
export const errors = {
  /** The append was not complete, or not written, in time. */
  timeout: () => statusOf(Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout()),
  /** The caller may not write to the stream. */
  accessDenied: () => statusOf(Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied()),
  /** The data of its events exceeds `limit` bytes. */
  maxAppendSizeExceeded: (limit: number) =>
    statusOf(
      Code.INVALID_ARGUMENT,
      'MaximumAppendSizeExceeded',
      new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit),
    ),
  /** The stream was permanently deleted. */
  streamDeleted: (stream: string) =>
    statusOf(
      Code.FAILED_PRECONDITION,
      'StreamDeleted',
      new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream)),
    ),
  /** There is no leader, or the server is starting. The client has no error for this. */
  notReady: () => packed(Code.OK, 'Server Is Not Ready', 'google.protobuf.Empty', new empty.Empty()),
};

/** One append is malformed. The client has no error for this. */
export function badRequest(message: string): statuses.Status {
  return statusOf(Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message));
}

export function failed(error: statuses.Status): streams.BatchAppendResp {
  return new streams.BatchAppendResp().setError(error);
}

export function batchResponse(
  appended: Exclude<Appended, { kind: 'unanswered' }>,
  expected: Expected,
): streams.BatchAppendResp {
  if (appended.kind === 'wrong-expected-version') {
    return failed(wrongExpectedVersion(appended.current, expected));
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(appended.position))
    .setPreparePosition(String(appended.position));
  const success = new streams.BatchAppendResp.Success()
    .setCurrentRevision(String(appended.revision))
    .setPosition(position);
  return new streams.BatchAppendResp().setSuccess(success);
}

function wrongExpectedVersion(current: bigint, expected: Expected): statuses.Status {
  const details = new shared.WrongExpectedVersion();
  if (current < 0n) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(new empty.Empty());
  else if (expected === 'no-stream') details.setExpectedNoStream(new empty.Empty());
  else if (expected === 'stream-exists') details.setExpectedStreamExists(new empty.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return statusOf(Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
}

function statusOf(code: codes.Code, message: keyof typeof shared, details: Message): statuses.Status {
  return packed(code, message, `event_store.client.${message}`, details);
}

function packed(code: codes.Code, message: string, name: string, details: Message): statuses.Status {
  const packing = new any.Any();
  packing.pack(details.serializeBinary(), name);
  return new statuses.Status().setCode(code).setMessage(message).setDetails(packing);
}
