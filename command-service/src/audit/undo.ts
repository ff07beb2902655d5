import { ProblemError, texts } from '@pmcw/contracts';
import { type ProductEvent, streams, type UserEvent, type UserState } from '@pmcw/contracts/events';
import type { Claim } from '@pmcw/vault';
import { type Undoable, type Undoing, undoDecider } from '../deciders/undo.ts';
import { undoableMember } from '../deciders/undoableMember.ts';
import { undoableNotification, undoableSettings } from '../deciders/undoableSite.ts';
import { requireActing } from '../deciders/userState.ts';
import { type HandleOptions, handle } from '../handling/handle.ts';
import { type Loaded, StreamStates } from '../handling/streamStates.ts';
import { takeClaims, walletClaim } from '../members/claims.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/** Which event is to be undone, and in which stream it is. */
export interface UndoRequest {
  readonly stream: string;
  readonly eventId: string;
}

/** The whole stream is read for it: undoing is rare, and what is to be restored is in its past. */
function undoIn<State, E extends ProductEvent>(
  services: Services,
  undoable: Undoable<State, E>,
  { stream, eventId }: UndoRequest,
  { actorId, correlationId, authority }: GivenContext,
  options: HandleOptions<Undoing<State, E>> = {},
): Promise<Loaded<Undoing<State, E>>> {
  const states = new StreamStates(services.eventStore, undoDecider(eventId, undoable), { entries: 0 });
  const cause = { actorId, correlationId, authority, commandId: eventId, undoes: eventId };
  const type = stream === streams.settings() ? 'UndoSettings' : 'UndoEvent';
  return handle(services, states, stream, { type, actorId }, cause, options);
}

/** The claims that what is restored needs. */
function claimsOf({ target }: Undoing<UserState, UserEvent>): readonly Claim[] {
  if (target?.event.type !== 'WalletRemoved' || target.before.status !== 'registered') return [];
  const { walletId } = target.event.data;
  return target.before.wallets.filter(({ id }) => id === walletId).map(({ address }) => walletClaim(address));
}

/** With what goes along: an address is claimed again, and who is suspended again is signed out. */
async function undoOfMember(
  services: Services,
  userId: number,
  request: UndoRequest,
  context: GivenContext,
): Promise<bigint> {
  const { state, position } = await undoIn(services, undoableMember, request, context, {
    ...(context.actorId === userId ? { permit: ({ now }) => void requireActing(now) } : {}),
    beforeAppend: (undoing) => takeClaims(services, userId, claimsOf(undoing)),
  });
  await services.vault.claims.confirm(userId, claimsOf(state));
  if (state.target?.event.type === 'UserUnsuspended') {
    await services.vault.sessions.endAll(userId, 'suspended');
  }
  return position;
}

/**
 * Undoes an event by others that restore the exact value before it, and name it.
 * @returns the position of the last of them
 * @throws ProblemError `not_found`, `not_undoable`, `already_undone`, `changed_since`, and what the rules of the stream
 * refuse: `protected_member`, `member_suspended`, `wallet_taken`, `wallet_listed`, `social_platform_taken`, `conflict`
 */
export async function undo(services: Services, request: UndoRequest, context: GivenContext): Promise<bigint> {
  const { stream } = request;
  const userId = /^user-([1-9]\d{0,14})$/.exec(stream)?.[1];
  if (userId !== undefined) return undoOfMember(services, Number(userId), request, context);
  if (stream === streams.settings())
    return (await undoIn(services, undoableSettings, request, context)).position;
  if (stream.startsWith('notification-')) {
    return (await undoIn(services, undoableNotification, request, context)).position;
  }
  throw new ProblemError('not_undoable', texts.refusals.notUndoable);
}
