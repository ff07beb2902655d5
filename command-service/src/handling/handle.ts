import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, texts } from '@pmcw/contracts';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, WrongExpectedRevisionError } from '@pmcw/event-store';
import { spread } from '@pmcw/resilience';
import { type BudgetName, SubjectErasedError } from '@pmcw/vault';
import { type Proofs, requireProofFor } from '../proofs/authority.ts';
import type { CommandType } from '../proofs/proofOf.ts';
import { type CommandObserver, observed } from './observed.ts';
import { type Cause, stamp } from './stamp.ts';
import type { Loaded, StreamStates } from './streamStates.ts';
import type { StreamTurns } from './streamTurns.ts';

/** Each conflict means that another command succeeded: enough for ten at once. */
const defaultTries = 20;
/** Random, so that two conflicting commands separate. */
const pauseMs = (tries: number) => 2 * spread(Math.min(tries, 5) * 5);

export interface Handling extends Proofs {
  readonly eventStore: EventStore<ProductEvents>;
  readonly clock: () => Date;
  readonly observe: CommandObserver;
  readonly turns: StreamTurns;
  readonly spendEvents: SpendEvents;
}

/** @throws ProblemError `too_many_requests` */
export type SpendEvents = (userId: number, budget: BudgetName, events: number) => Promise<void>;

export interface HandleOptions<State> {
  /** Runs before the decider; throws to refuse the command. */
  readonly permit?: (state: State) => void;
  /** Runs with the state that was decided on; throws to refuse the command. */
  readonly beforeAppend?: (state: State) => Promise<void>;
  /** Of the first event; the log recognizes a repeated command by it. */
  readonly eventId?: string;
  /** Default 20. */
  readonly tries?: number;
}

export interface Handled<State> extends Loaded<State> {
  /** Whether nothing was appended. */
  readonly isRepeat: boolean;
}

/**
 * Loads, decides and appends at the loaded revision. Decides again after another append, or if a member whose fields
 * should be sealed was erased.
 * @throws ProblemError `fresh_proof_required` before anything else; refusals of the decider and `permit`; `conflict` if
 * other appends keep coming first; `not_found` for a member whose key is gone before the log has the deletion
 */
export async function handle<State, Command extends { readonly type: CommandType }, E extends ProductEvent>(
  handling: Handling,
  states: StreamStates<State, Command, E>,
  stream: string,
  command: Command,
  cause: Cause,
  options: HandleOptions<State> = {},
): Promise<Handled<State>> {
  return observed(handling.observe, command.type, async () => {
    await requireProofFor(handling, command.type, cause.authority);
    return handling.turns.run(stream, () =>
      decideAndAppend(handling, states, stream, command, cause, options),
    );
  });
}

async function decideAndAppend<State, Command, E extends ProductEvent>(
  { eventStore, clock, spendEvents }: Handling,
  states: StreamStates<State, Command, E>,
  stream: string,
  command: Command,
  cause: Cause,
  { permit, beforeAppend, eventId, tries: mostTries = defaultTries }: HandleOptions<State>,
): Promise<Handled<State>> {
  for (let tries = 1; ; tries += 1) {
    const loaded = await states.load(stream);
    permit?.(loaded.state);
    const decided = states.decider.decide(loaded.state, command);
    if (decided.length === 0) return { ...loaded, isRepeat: true };
    // Once per command, however often it is tried. Events that follow from another one are not limited.
    if (tries === 1 && cause.actorId !== null && cause.authority.kind !== 'event')
      await spendEvents(cause.actorId, states.decider.budgetOf(command), decided.length);
    await beforeAppend?.(loaded.state);
    const events = decided.map((event, n) => stamp(event, cause, clock(), n === 0 ? eventId : undefined));
    try {
      const result = await eventStore.append(stream, loaded.revision ?? 'no-stream', events, {
        idsAreNew: eventId === undefined,
      });
      if (result.repeated) return { ...(await states.load(stream)), isRepeat: true };
      return { ...states.appended(stream, loaded, events, result), isRepeat: false };
    } catch (error) {
      const isErased = error instanceof SubjectErasedError;
      if (!isErased && !(error instanceof WrongExpectedRevisionError)) throw error;
      if (tries === mostTries) {
        throw isErased
          ? new ProblemError('not_found', texts.refusals.memberNotFound)
          : new ProblemError('conflict', texts.refusals.conflict);
      }
      await sleep(pauseMs(tries));
    }
  }
}
