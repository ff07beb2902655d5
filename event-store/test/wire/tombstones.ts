import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { streamName } from './messages.ts';
import { checkLeaderForWrite, type WireNode } from './node.ts';
import { asRpcError, streamDeleted } from './rpcErrors.ts';

type TombstoneCall = ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>;

/** Permanently deletes a stream at any revision. */
export function tombstone(
  node: WireNode,
  { request, metadata }: TombstoneCall,
  answer: sendUnaryData<streams.TombstoneResp>,
): void {
  try {
    const stream = streamName(request.getOptions()?.getStreamIdentifier());
    node.access.check(metadata, stream);
    checkLeaderForWrite(node, metadata);
    if (node.log.isTombstoned(stream)) throw streamDeleted(stream);
    const position = String(node.log.tombstone(stream));
    const where = new streams.TombstoneResp.Position()
      .setCommitPosition(position)
      .setPreparePosition(position);
    answer(null, new streams.TombstoneResp().setPosition(where));
  } catch (error) {
    answer(asRpcError(error));
  }
}
