import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, texts } from '@pmcw/contracts';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, WrongExpectedRevisionError } from '@pmcw/event-store';
import { type BudgetName, SubjectErasedError } from '@pmcw/vault';
import { type Proofs, requireProofFor } from '../proofs/authority.ts';
import type { CommandType } from '../proofs/proofOf.ts';
import { type CommandObserver, observed } from './observed.ts';
import { type Cause, stamp } from './stamp.ts';
import type { Loaded, StreamStates } from './streamStates.ts';
import type { StreamTurns } from './streamTurns.ts';

/** Each time that a command has to be decided again, another one of its stream was appended: ten at once all pass. */
const defaultTries = 20;
/** A little longer each time, up to a bound, and never the same, so that two who met don't meet again. */
const pauseMs = (tries: number) => Math.min(tries, 5) * 5 * (0.5 + Math.random());

/** Where commands are handled. */
export interface Handling extends Proofs {
  readonly eventStore: EventStore<ProductEvents>;
  readonly clock: () => Date;
  readonly observe: CommandObserver;
  readonly turns: StreamTurns;
  /** How many events a member's commands may leave. */
  readonly spendEvents: SpendEvents;
}

/** Takes events from a budget of a member. @throws ProblemError `too_many_requests` when there are not enough */
export type SpendEvents = (userId: number, budget: BudgetName, events: number) => Promise<void>;

/** What more there is to handling a command. */
export interface HandleOptions<State> {
  /** Asked of the state on which the append would rest, before the rules are; what it throws refuses the command. */
  readonly permit?: (state: State) => void;
  /** Called before each append, on top of whose load the command was decided; what it throws refuses the command. */
  readonly beforeAppend?: (state: State) => Promise<void>;
  /** Id of the first event, where the log must recognise a repeat of the command: then nothing is appended once more. */
  readonly eventId?: string;
  /** How often it is decided, when others come first (default 20). */
  readonly tries?: number;
}

/** What a stream came to by a command. */
export interface Handled<State> extends Loaded<State> {
  /** Whether it was handled before, so that nothing was appended now. */
  readonly isRepeat: boolean;
}

/**
 * Handles a command, in its turn: load, decide, append on top of what was loaded. Somebody else's append in between means
 * deciding again, and so does the erasure of the member whose personal fields were to be sealed.
 * @returns the state and position after it
 * @throws ProblemError `fresh_proof_required` (`proofOf`), before anything is looked at; what the decider or `permit` refuses;
 * `conflict` when others came first again and again; `not_found` for a member whose key is gone without a word in the log
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
    // Decided again, a command leaves no more than it did before.
    if (tries === 1 && cause.actorId !== null)
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
