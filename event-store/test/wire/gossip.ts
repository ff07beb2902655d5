import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { structuredUuid } from './messages.ts';
import type { Member, WireNode } from './node.ts';
import { asRpcError } from './rpcErrors.ts';

const { VNodeState } = gossip.MemberInfo;
const states = {
  leader: VNodeState.LEADER,
  follower: VNodeState.FOLLOWER,
  leaderless: VNodeState.UNKNOWN,
} as const;

/** Reports the cluster’s members and leader, to every caller. */
export function gossipService(node: WireNode): IGossipServer {
  return {
    read: (_call, answer) => {
      try {
        node.faults.check('gossip');
        const info = new gossip.ClusterInfo().setMembersList(node.members().map(memberInfo));
        void node.faults.beforeAnswer('gossip').then(() => answer(null, info));
      } catch (error) {
        answer(asRpcError(error));
      }
    },
  };
}

function memberInfo(member: Member): gossip.MemberInfo {
  const { host, port } = member.endpoint;
  return new gossip.MemberInfo()
    .setInstanceId(structuredUuid(member.instanceId))
    .setTimeStamp(`${Date.now()}0000`)
    .setState(states[member.role])
    .setIsAlive(member.alive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
}
