import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { status } from '@grpc/grpc-js';
import { answerAppend } from './appends.ts';
import { batchAppend } from './batchAppends.ts';
import { streamName } from './messages.ts';
import { checkLeaderForRead, type WireNode } from './node.ts';
import { Outlet, type ReadCall } from './outlet.ts';
import { readAll, readStream } from './reads.ts';
import { RpcError } from './rpcErrors.ts';
import { subscribeToAll } from './subscriptions.ts';
import { tombstone } from './tombstones.ts';

/** The streams service, without deletion and without subscriptions to one stream. */
export function streamsService(node: WireNode): IStreamsServer {
  return {
    append: (call, answer) => answerAppend(node, call, answer),
    batchAppend: (call) => batchAppend(node, call),
    read: (call) => {
      const outlet = new Outlet(call, () => {
        node.log.eventsSent += 1;
      });
      void outlet.finish(read(node, call, outlet));
    },
    delete: (_call, answer) => answer(notServed('delete')),
    tombstone: (call, answer) => tombstone(node, call, answer),
  };
}

async function read(node: WireNode, call: ReadCall, outlet: Outlet): Promise<void> {
  const { request, metadata } = call;
  const options = request.getOptions();
  if (options === undefined) throw new Error('A read needs its options');
  const kind = options.hasSubscription() ? 'subscribe' : 'read';
  node.faults.check(kind);
  const stream = options.getStream();
  node.access.check(metadata, stream === undefined ? '$all' : streamName(stream.getStreamIdentifier()));
  await node.faults.beforeAnswer(kind);
  if (kind === 'subscribe') {
    if (stream !== undefined) throw notServed('subscribeToStream');
    return subscribeToAll(node, { options, metadata }, outlet);
  }
  checkLeaderForRead(node, metadata);
  return stream === undefined ? readAll(node, options, outlet) : readStream(node, options, outlet);
}

function notServed(what: string): RpcError {
  return new RpcError(status.UNIMPLEMENTED, `The wire-level server for tests does not serve ${what}`);
}
