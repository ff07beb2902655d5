import { limits, ProblemError, texts } from '@pmcw/contracts';
import { type ContactEvent, hasBlocked, type Member } from '@pmcw/contracts/events';

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

export type ContactCommand = BlockMember | UnblockMember;

/** Administrators can be blocked, too: they act by notifications and moderation, not by messages. */
export function decideContact(member: Member, command: ContactCommand): readonly ContactEvent[] {
  const data = { userId: member.id, memberId: command.memberId };
  switch (command.type) {
    case 'BlockMember':
      return block(member, data);
    case 'UnblockMember': {
      const known = member.blocks.find(({ memberId }) => memberId === command.memberId);
      const isNewer = command.upTo !== null && BigInt(known?.position ?? 0) > BigInt(command.upTo);
      return known === undefined || isNewer ? [] : [{ type: 'MemberUnblocked', data }];
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
