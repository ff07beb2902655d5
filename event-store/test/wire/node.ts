import type { Metadata } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { WireLog } from './log.ts';
import { notLeader } from './rpcErrors.ts';

/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** What the services of one server share. */
export interface WireNode {
  readonly log: WireLog;
  readonly faults: Faults;
  /** Most bytes of data in one append. */
  readonly maxAppendSize: number;
  /** The server that leads when this one does not. */
  readonly leader: Endpoint | undefined;
}

/** @throws RpcError not-leader when the caller wants the leader and this is not it */
export function checkLeader(node: WireNode, metadata: Metadata): void {
  const required = metadata.get('requires-leader')[0]?.toString().toLowerCase() === 'true';
  if (required && node.leader !== undefined) throw notLeader(node.leader);
}
