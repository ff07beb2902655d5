import type { Metadata } from '@grpc/grpc-js';
import type { Access } from './access.ts';
import type { Faults } from './faults.ts';
import type { WireLog } from './log.ts';
import type { Release } from './release.ts';
import { notLeader, notReady } from './rpcErrors.ts';

export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** Role in the cluster. A single server is the leader. */
export type Role =
  | { readonly kind: 'leader' | 'leaderless' }
  | { readonly kind: 'follower'; readonly leader: NodeAddress };

/** A server in gossip. */
export interface Member {
  readonly instanceId: string;
  readonly endpoint: NodeAddress;
  readonly role: Role['kind'];
  readonly alive: boolean;
}

/** Shared by the services of one server. */
export interface WireNode {
  readonly log: WireLog;
  readonly faults: Faults;
  readonly access: Access;
  readonly release: Release;
  /** Most bytes of data in one append. */
  readonly maxAppendSize: number;
  readonly role: Role;
  members(): readonly Member[];
}

/** @throws RpcError if the caller requires the leader and this is not it */
export function checkLeaderForRead(node: WireNode, metadata: Metadata): void {
  if (!requiresLeader(metadata)) return;
  if (node.role.kind === 'follower') throw notLeader(node.role.leader);
  if (node.role.kind === 'leaderless') throw notReady();
}

/**
 * A follower forwards writes to the leader, here to the same log.
 * @throws RpcError if the caller requires the leader and this is not it, or if there is none
 */
export function checkLeaderForWrite(node: WireNode, metadata: Metadata): void {
  if (node.role.kind === 'leaderless') throw notReady();
  if (node.role.kind === 'follower' && requiresLeader(metadata)) throw notLeader(node.role.leader);
}

function requiresLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader')[0]?.toString().toLowerCase() === 'true';
}
