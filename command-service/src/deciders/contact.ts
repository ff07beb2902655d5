import { type ContactPolicy, limits, ProblemError, texts } from '@pmcw/contracts';
import { type ContactEvent, type ContactPolicyEvent, hasBlocked, type Member } from '@pmcw/contracts/events';

export interface BlockMember {
  readonly type: 'BlockMember';
  readonly memberId: number;
}
export interface UnblockMember {
  readonly type: 'UnblockMember';
  readonly memberId: number;
  /** Position of the block that the device knew; a newer one stays. Null for any. */
  readonly upTo: string | null;
}

export interface SetContactPolicy {
  readonly type: 'SetContactPolicy';
  readonly policy: ContactPolicy;
}

export type ContactCommand = BlockMember | UnblockMember | SetContactPolicy;

/** Administrators can be blocked, too: they act by notifications and moderation, not by messages. */
export function decideContact(
  member: Member,
  command: ContactCommand,
): readonly (ContactEvent | ContactPolicyEvent)[] {
  const { id: userId } = member;
  switch (command.type) {
    case 'BlockMember':
      return block(member, { userId, memberId: command.memberId });
    case 'UnblockMember': {
      const { memberId } = command;
      const known = member.blocks.find((blocked) => blocked.memberId === memberId);
      const isNewer = command.upTo !== null && BigInt(known?.position ?? 0) > BigInt(command.upTo);
      return known === undefined || isNewer ? [] : [{ type: 'MemberUnblocked', data: { userId, memberId } }];
    }
    case 'SetContactPolicy': {
      const { policy } = command;
      return policy === member.contactPolicy
        ? []
        : [{ type: 'ContactPolicyChanged', data: { userId, policy } }];
    }
    default:
      return command satisfies never;
  }
}

function block(member: Member, data: ContactEvent['data']): readonly ContactEvent[] {
  if (data.memberId === member.id) throw new ProblemError('invalid_input', texts.refusals.blockSelf);
  if (hasBlocked(member, data.memberId)) return [];
  if (member.blocks.length >= limits.blocksMax)
    throw new ProblemError('conflict', texts.refusals.tooManyBlocks);
  return [{ type: 'MemberBlocked', data }];
}

/** Whether a stranger to the receiver can start a conversation with them. */
export function admits({ contactPolicy }: Member, { isAuthorized }: Member): boolean {
  return contactPolicy === 'everyone' || (contactPolicy === 'verified' && isAuthorized);
}
