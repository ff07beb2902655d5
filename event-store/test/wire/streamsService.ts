import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { append } from './appends.ts';
import { batchAppend } from './batchAppends.ts';
import { checkLeader, type WireNode } from './node.ts';
import { Outlet, type ReadCall } from './outlet.ts';
import { readAll, readStream } from './reads.ts';
import { RpcError } from './rpcErrors.ts';
import { subscribeToAll } from './subscriptions.ts';

/** The streams service of a server, without deleting. */
export function streamsService(node: WireNode): IStreamsServer {
  const unserved = new RpcError(status.UNIMPLEMENTED, 'The wire-level server does not delete');
  return {
    append: (call, answer) => append(node, call, answer),
    batchAppend: (call) => batchAppend(node, call),
    read: (call) => read(node, call),
    delete: (_call, answer) => answer(unserved),
    tombstone: (_call, answer) => answer(unserved),
  };
}

function read(node: WireNode, call: ReadCall): void {
  const outlet = new Outlet(call);
  void outlet.finish(serve(node, call, outlet));
}

async function serve(node: WireNode, call: ReadCall, outlet: Outlet): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) throw new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
  const kind = options.hasSubscription() ? 'subscribe' : 'read';
  node.faults.check(kind);
  checkLeader(node, call.metadata);
  await node.faults.beforeAnswer(kind);
  if (kind === 'read')
    return options.hasStream() ? readStream(node.log, options, outlet) : readAll(node.log, options, outlet);
  if (options.hasStream()) throw invalidCombination(options);
  return subscribeToAll(node.log, options, outlet, () => node.faults.eventSent());
}

function invalidCombination(options: streams.ReadReq.Options): RpcError {
  const cases = [options.getStreamOptionCase(), options.getCountOptionCase(), options.getFilterOptionCase()];
  return new RpcError(status.INVALID_ARGUMENT, `The combination of (${cases.join(', ')}) is invalid.`);
}
