import { ProblemError, texts } from '@pmcw/contracts';
import { type ProductEvent, streams, type UserEvent, type UserState } from '@pmcw/contracts/events';
import type { Claim } from '@pmcw/vault';
import { type Undoable, type Undoing, undoDecider } from '../deciders/undo.ts';
import { undoableCase } from '../deciders/undoableCase.ts';
import { undoableMember } from '../deciders/undoableMember.ts';
import { undoableMessage } from '../deciders/undoableMessage.ts';
import { undoableNotification, undoableSettings } from '../deciders/undoableSite.ts';
import { requireActing } from '../deciders/userState.ts';
import { type HandleOptions, type Handling, handle } from '../handling/handle.ts';
import { type Loaded, StreamStates } from '../handling/streamStates.ts';
import { takeClaims, walletClaim } from '../members/claims.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling } from '../services.ts';

export interface UndoRequest {
  readonly stream: string;
  readonly eventId: string;
}

/** Reads the whole stream: undoing is rare, and the value to restore is in its past. */
function undoIn<State, E extends ProductEvent>(
  handling: Handling,
  undoable: Undoable<State, E>,
  { stream, eventId }: UndoRequest,
  { actorId, correlationId, authority }: GivenContext,
  options: HandleOptions<Undoing<State, E>> = {},
): Promise<Loaded<Undoing<State, E>>> {
  const states = new StreamStates(handling.eventStore, undoDecider(eventId, undoable));
  const cause = { actorId, correlationId, authority, commandId: eventId, undoes: eventId };
  const type = stream === streams.settings() ? 'UndoSettings' : 'UndoEvent';
  return handle(handling, states, stream, { type, actorId }, cause, options);
}

function claimsOf({ target }: Undoing<UserState, UserEvent>): readonly Claim[] {
  if (target?.event.type !== 'WalletRemoved' || target.before.status !== 'registered') return [];
  const { walletId } = target.event.data;
  return target.before.wallets.filter(({ id }) => id === walletId).map(({ address }) => walletClaim(address));
}

async function undoOfMember(
  services: MemberHandling,
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

/** A message to or from a deleted member was erased. */
async function undoOfMessage(
  services: MemberHandling,
  request: UndoRequest,
  context: GivenContext,
): Promise<bigint> {
  const { position } = await undoIn(services, undoableMessage, request, context, {
    beforeAppend: async ({ now }) => {
      if (now.status === 'absent') return;
      for (const id of [now.senderId, now.receiverId]) {
        if (id !== null && (await services.members.load(id)).state.status === 'deleted')
          throw new ProblemError('changed_since', texts.refusals.memberDeletedSince);
      }
    },
  });
  return position;
}

/**
 * Appends events that name the undone one and restore the exact value before it. @returns the position of the last
 * @throws ProblemError `not_found`, `not_undoable`, `already_undone`, `changed_since`, and refusals of the stream
 */
export async function undo(
  services: MemberHandling,
  request: UndoRequest,
  context: GivenContext,
): Promise<bigint> {
  const { stream } = request;
  const userId = /^user-([1-9]\d{0,14})$/.exec(stream)?.[1];
  if (userId !== undefined) return undoOfMember(services, Number(userId), request, context);
  if (stream === streams.settings())
    return (await undoIn(services, undoableSettings, request, context)).position;
  if (stream.startsWith('message-')) return undoOfMessage(services, request, context);
  if (stream.startsWith('notification-')) {
    return (await undoIn(services, undoableNotification, request, context)).position;
  }
  if (stream.startsWith('case-')) return (await undoIn(services, undoableCase, request, context)).position;
  throw new ProblemError('not_undoable', texts.refusals.notUndoable);
}
