import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import type { Message } from 'google-protobuf';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected } from './commitCheck.ts';

/** One append of a batch found its stream otherwise than expected. */
export function wrongExpectedVersion(current: bigint, expected: Expected): statuses.Status {
  const details = new shared.WrongExpectedVersion();
  if (current < 0n) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(new empty.Empty());
  else if (expected === 'no-stream') details.setExpectedNoStream(new empty.Empty());
  else if (expected === 'stream-exists') details.setExpectedStreamExists(new empty.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return statusOf(codes.Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
}

/** One append of a batch was not complete or not written in time. */
export function timeoutStatus(): statuses.Status {
  return statusOf(codes.Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout());
}

/** The caller may not write to the stream of one append. */
export function accessDeniedStatus(): statuses.Status {
  return statusOf(codes.Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied());
}

/** The events of one append are larger than `limit` bytes together. */
export function maxAppendSizeStatus(limit: number): statuses.Status {
  const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit);
  return statusOf(codes.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
}

/** One append is malformed. */
export function badRequest(message: string): statuses.Status {
  return statusOf(codes.Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message));
}

function statusOf(code: codes.Code, message: keyof typeof shared, details: Message): statuses.Status {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${message}`);
  return new statuses.Status().setCode(code).setMessage(message).setDetails(packed);
}
