import { ProblemError, texts } from '@pmcw/contracts';
import type { Fold, ProductEvent, Timed } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** Undoes one event of the stream. `UndoSettings` requires a stronger proof. */
export interface UndoCommand {
  readonly type: 'UndoEvent' | 'UndoSettings';
  readonly actorId: number;
}

export interface Undoable<State, E extends ProductEvent> extends Fold<State, E> {
  /** Values that an event sets; none if it can't be undone. Events with a common one are undone newest first. */
  sets(event: Timed<E>): readonly string[];
  /** Obeys the stream's own rules. @throws ProblemError */
  restore(now: State, before: State, event: E): readonly E[];
}

export interface Undoing<State, E extends ProductEvent> {
  readonly now: State;
  /** `before` is the state just before; null until found. */
  readonly target: { readonly event: Timed<E>; readonly before: State } | null;
  /** Later fate of the values. `undoneBy` is null for the operator. */
  readonly since: 'nothing' | 'changed' | 'undone and changed' | { readonly undoneBy: number | null };
}

const { refusals } = texts;

function fateAfter<State, E extends ProductEvent>(
  { sets }: Undoable<State, E>,
  { target, since }: Undoing<State, E>,
  event: Timed<E>,
): Undoing<State, E>['since'] {
  if (target === null || since === 'undone and changed') return since;
  // Events of the same command, such as the tokens of a verification.
  if (event.metadata.causationId === target.event.metadata.causationId) return since;
  if (event.metadata.undoes === target.event.eventId) return { undoneBy: event.metadata.actorId };
  const set = sets(target.event);
  if (!sets(event).some((name) => set.includes(name))) return since;
  return typeof since === 'object' ? 'undone and changed' : 'changed';
}

/** The values must be unchanged; later events about others stay. */
export function undoDecider<State, E extends ProductEvent>(
  eventId: string,
  undoable: Undoable<State, E>,
): Decider<Undoing<State, E>, UndoCommand, E> {
  return {
    budgetOf: () => 'moderation',
    initialState: { now: undoable.initialState, target: null, since: 'nothing' },
    types: undoable.types,
    owns: undoable.owns,
    evolve: (undoing, event) => ({
      now: undoable.evolve(undoing.now, event),
      target: event.eventId === eventId ? { event, before: undoing.now } : undoing.target,
      since: fateAfter(undoable, undoing, event),
    }),
    decide({ now, target, since }, { actorId }) {
      if (target === null) throw new ProblemError('not_found', refusals.notFound);
      if (undoable.sets(target.event).length === 0)
        throw new ProblemError('not_undoable', refusals.notUndoable);
      // A retry after a lost answer.
      if (typeof since === 'object' && since.undoneBy === actorId) return [];
      if (typeof since === 'object' || since === 'undone and changed') {
        throw new ProblemError('already_undone', refusals.alreadyUndone);
      }
      if (since === 'changed') throw new ProblemError('changed_since', refusals.changedSince);
      return undoable.restore(now, target.before, target.event);
    },
  };
}
