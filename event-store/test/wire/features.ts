import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';

import type { WireNode } from './node.ts';
import { asRpcError } from './rpcErrors.ts';

const version = '24.6.0';

/** Tells what this server can do. */
export function featuresService(node: WireNode): IServerFeaturesServer {
  return {
    getSupportedMethods: (_call, answer) => {
      try {
        node.faults.check('features');
        answer(null, supportedMethods());
      } catch (error) {
        answer(asRpcError(error));
      }
    },
  };
}

/** A client appends in batches only when it finds `batchappend` here. */
function supportedMethods(): features.SupportedMethods {
  const read = method('read').setFeaturesList(['position', 'events']);
  const batchAppend = method('batchappend').setFeaturesList(['deadline_duration']);
  return new features.SupportedMethods()
    .setEventStoreServerVersion(version)
    .setMethodsList([read, method('append'), batchAppend]);
}

function method(name: string): features.SupportedMethod {
  return new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName(name);
}
