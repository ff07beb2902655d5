import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { Proposed } from './log.ts';
import { idText } from './messages.ts';
import { RpcError, requiredMetadataMissing } from './rpcErrors.ts';

const emptyId = '00000000-0000-0000-0000-000000000000';

/**
 * An event as it was proposed on either way of appending.
 * @throws RpcError when it has no type, content type or id
 */
export function proposed(
  message: streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage,
): Proposed {
  const type = message.getMetadataMap().get('type');
  if (type === undefined) throw requiredMetadataMissing('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (contentType === undefined) throw requiredMetadataMissing('content-type');
  const id = idText(message.getId());
  if (id === '' || id === emptyId)
    throw new RpcError(status.UNKNOWN, "Empty eventId provided. (Parameter 'eventId')");
  if (type === '') throw new RpcError(status.UNKNOWN, "Empty eventType provided. (Parameter 'eventType')");
  return {
    id,
    type,
    json: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}
