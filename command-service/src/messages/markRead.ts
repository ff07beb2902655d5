import { setTimeout as sleep } from 'node:timers/promises';
import { type MarkRead, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { markOf } from '../deciders/inbox.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import type { WaitingMark } from './waitingMarks.ts';

type Marking = Handling & Pick<Services, 'closing' | 'inboxes' | 'limits' | 'waitingMarks'>;

/**
 * Never moves back or beyond the head; without `upTo`, to the newest message. Combines frequent moves.
 * @throws ProblemError `suspended`, `not_found`
 */
export async function markRead(
  services: Marking & Pick<Services, 'members' | 'newestMessages'>,
  { peerId, upTo }: MarkRead,
  context: GivenContext,
): Promise<bigint> {
  const { eventStore, members, newestMessages } = services;
  const { actorId } = context;
  await members.requireActive(actorId);
  if (peerId === actorId) throw new ProblemError('not_found', texts.refusals.memberNotFound);
  if (peerId !== null) await members.require(peerId);
  const last = upTo === null ? await newestMessages.of(actorId, peerId) : await eventStore.head();
  const wanted = upTo === null || BigInt(upTo) > last ? last : BigInt(upTo);

  return moveOnce(services, peerId, wanted, context);
}

/** Another process moved the mark just now. */
class MovedJustNow extends Error {}

/** Moves the mark now, or once later for all requests until then. */
async function moveOnce(
  services: Marking,
  peerId: number | null,
  upTo: bigint,
  context: GivenContext,
): Promise<bigint> {
  const { state, position } = await services.inboxes.load(streams.inbox(context.actorId));
  if (upTo <= markOf(state, peerId)) return position;
  const waiting = services.waitingMarks.get(`${context.actorId} ${peerId}`);
  if (waiting !== undefined) {
    if (upTo > waiting.upTo) waiting.upTo = upTo;
    return waiting.moved;
  }
  const waitMs = msUntilNext(services, state.movedAt.get(peerId));
  if (waitMs > 0) return moveLater(services, peerId, upTo, waitMs, context);
  try {
    return await move(services, peerId, upTo, context);
  } catch (error) {
    if (!(error instanceof MovedJustNow)) throw error;
    return moveOnce(services, peerId, upTo, context);
  }
}

/** Hosts' clocks may differ, so no request waits longer than the interval. */
function msUntilNext({ clock, closing, limits }: Marking, movedAt: string | undefined): number {
  if (movedAt === undefined || closing.aborted) return 0;
  const left = Date.parse(movedAt) + limits.markEveryMs - clock().getTime();
  return Math.min(limits.markEveryMs, Math.max(0, left));
}

function moveLater(
  services: Marking,
  peerId: number | null,
  upTo: bigint,
  waitMs: number,
  context: GivenContext,
): Promise<bigint> {
  const { waitingMarks, closing } = services;
  const key = `${context.actorId} ${peerId}`;
  const waiting: WaitingMark = {
    upTo,
    moved: sleep(waitMs, undefined, { signal: closing })
      // An abort only ends the wait early.
      .catch(() => undefined)
      .then(() => {
        waitingMarks.delete(key);
        return moveOnce(services, peerId, waiting.upTo, context);
      }),
  };
  waitingMarks.set(key, waiting);
  return waiting.moved;
}

async function move(
  services: Marking,
  peerId: number | null,
  upTo: bigint,
  context: GivenContext,
): Promise<bigint> {
  const { position } = await handle(
    services,
    services.inboxes,
    streams.inbox(context.actorId),
    { type: 'MoveMark', readerId: context.actorId, peerId, upTo },
    causeOf(context),
    {
      permit(state) {
        if (msUntilNext(services, state.movedAt.get(peerId)) > 0) throw new MovedJustNow();
      },
    },
  );
  return position;
}
