import type { Metadata } from '@grpc/grpc-js';
import type { Access } from './access.ts';
import type { Faults } from './faults.ts';
import type { WireLog } from './log.ts';
import type { Release } from './release.ts';
import { notLeader, notReady } from './rpcErrors.ts';

/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** What a server is in its cluster. A server by itself leads. */
export type Role =
  | { readonly kind: 'leader' | 'leaderless' }
  | { readonly kind: 'follower'; readonly leader: Endpoint };

/** A server as gossip tells of it. */
export interface Member {
  readonly instanceId: string;
  readonly endpoint: Endpoint;
  readonly role: Role['kind'];
  readonly alive: boolean;
}

/** What the services of one server share. */
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

/** @throws RpcError when the caller wants the leader to answer and this is not it */
export function checkLeaderForRead(node: WireNode, metadata: Metadata): void {
  if (!requiresLeader(metadata)) return;
  if (node.role.kind === 'follower') throw notLeader(node.role.leader);
  if (node.role.kind === 'leaderless') throw notReady();
}

/**
 * A follower that is not asked to lead forwards what is written to it, which here is the same log.
 * @throws RpcError when the caller wants the leader to write and this is not it, or when there is none
 */
export function checkLeaderForWrite(node: WireNode, metadata: Metadata): void {
  if (node.role.kind === 'leaderless') throw notReady();
  if (node.role.kind === 'follower' && requiresLeader(metadata)) throw notLeader(node.role.leader);
}

function requiresLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader')[0]?.toString().toLowerCase() === 'true';
}
