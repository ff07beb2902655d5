import type { Contact } from '@pmcw/contracts';
import type { Block, UserState } from '@pmcw/contracts/events';
import type { Handling } from '../handling/handle.ts';
import type { Loaded } from '../handling/streamStates.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

type Blocking = Handling & Pick<Services, 'members'>;

const blockIn = ({ state }: Loaded<UserState>, memberId: number): Block | undefined =>
  state.status === 'registered' ? state.blocks.find((block) => block.memberId === memberId) : undefined;

export interface Blocked {
  readonly contact: Contact;
  readonly isRepeat: boolean;
}

/** @throws ProblemError `not_found`, `invalid_input` for the member themselves, `conflict` beyond the limit */
export async function block(services: Blocking, memberId: number, context: GivenContext): Promise<Blocked> {
  const command = { type: 'BlockMember', memberId } as const;
  if (memberId !== context.actorId) await services.members.require(memberId);
  const handled = await handleMember(services, context.actorId, command, context);
  const position = blockIn(handled, memberId)?.position ?? String(handled.position);
  return { contact: { memberId, isBlocked: true, position }, isRepeat: handled.isRepeat };
}

export interface Unblocked {
  readonly position: bigint;
  /** A newer block, which remains; null if there is none. */
  readonly remaining: Contact | null;
}

/** @param upTo see `UnblockMember` */
export async function unblock(
  services: Blocking,
  memberId: number,
  upTo: string | null,
  context: GivenContext,
): Promise<Unblocked> {
  const command = { type: 'UnblockMember', memberId, upTo } as const;
  const handled = await handleMember(services, context.actorId, command, context);
  const newer = blockIn(handled, memberId);
  const remaining = newer === undefined ? null : { memberId, isBlocked: true, position: newer.position };
  return { position: handled.position, remaining };
}
