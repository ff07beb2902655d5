import { ProblemError, texts } from '@pmcw/contracts';
import type { Fold, ProductEvent, Timed } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** Takes back what one event of the stream did; of the site's settings, which needs more of a proof. */
export interface UndoCommand {
  readonly type: 'UndoEvent' | 'UndoSettings';
  /** The administrator. */
  readonly actorId: number;
}

/** A kind of stream some of whose events can be undone. */
export interface Undoable<State, E extends ProductEvent> extends Fold<State, E> {
  /** Names what an event sets: two that name the same are undone in turn only. None where it can't be undone. */
  sets(event: E): readonly string[];
  /** What restores the state before the event, by the rules that hold for everybody. @throws ProblemError */
  restore(now: State, before: State, event: E): readonly E[];
}

/** A stream as undoing one event of it sees it. */
export interface Undoing<State, E extends ProductEvent> {
  readonly now: State;
  /** The event, and the state just before it; null until it was met. */
  readonly target: { readonly event: Timed<E>; readonly before: State } | null;
  /** What became since of what it set: it was undone, and by whom, or changed, maybe after that. */
  readonly since: 'nothing' | 'changed' | 'undone and changed' | { readonly undoneBy: number | null };
}

const say = texts.refusals;

function after<State, E extends ProductEvent>(
  { sets }: Undoable<State, E>,
  { target, since }: Undoing<State, E>,
  event: Timed<E>,
): Undoing<State, E>['since'] {
  if (target === null || since === 'undone and changed') return since;
  // Verifying sets the tokens too, by an event of its own.
  if (event.metadata.causationId === target.event.metadata.causationId) return since;
  if (event.metadata.undoes === target.event.eventId) return { undoneBy: event.metadata.actorId };
  const set = sets(target.event);
  if (!sets(event).some((name) => set.includes(name))) return since;
  return typeof since === 'object' ? 'undone and changed' : 'changed';
}

/**
 * The rules for undoing an event: what it set must stand as it left it. Later events about anything else stay.
 * Refuses with `not_found`, `not_undoable`, `already_undone`, `changed_since`, and what the stream's own rules refuse.
 */
export function undoDecider<State, E extends ProductEvent>(
  eventId: string,
  undoable: Undoable<State, E>,
): Decider<Undoing<State, E>, UndoCommand, E> {
  return {
    budgetOf: () => 'edits',
    initialState: { now: undoable.initialState, target: null, since: 'nothing' },
    owns: undoable.owns,
    evolve: (undoing, event) => ({
      now: undoable.evolve(undoing.now, event),
      target: event.eventId === eventId ? { event, before: undoing.now } : undoing.target,
      since: after(undoable, undoing, event),
    }),
    decide({ now, target, since }, { actorId }) {
      if (target === null) throw new ProblemError('not_found', say.notFound);
      if (undoable.sets(target.event).length === 0) throw new ProblemError('not_undoable', say.notUndoable);
      // The same once more, after a lost answer.
      if (typeof since === 'object' && since.undoneBy === actorId) return [];
      if (typeof since === 'object' || since === 'undone and changed') {
        throw new ProblemError('already_undone', say.alreadyUndone);
      }
      if (since === 'changed') throw new ProblemError('changed_since', say.changedSince);
      return undoable.restore(now, target.before, target.event);
    },
  };
}
