import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { WireNode } from './node.ts';
import { type Release, versions } from './release.ts';
import { asRpcError } from './rpcErrors.ts';

/** Reports what a server can do, to every caller. */
export function featuresService(node: WireNode): IServerFeaturesServer {
  return {
    getSupportedMethods: (_call, answer) => {
      try {
        node.faults.check('features');
        answer(null, supportedMethods(node.release));
      } catch (error) {
        answer(asRpcError(error));
      }
    },
  };
}

/** Clients append in batches only if `batchappend` is listed. */
function supportedMethods(release: Release): features.SupportedMethods {
  const read = method('read').setFeaturesList(['position', 'events']);
  const batchAppend = method('batchappend').setFeaturesList(['deadline_duration']);
  return new features.SupportedMethods()
    .setEventStoreServerVersion(versions[release])
    .setMethodsList([read, method('append'), batchAppend]);
}

function method(name: string): features.SupportedMethod {
  return new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName(name);
}
