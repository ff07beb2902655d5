import type { ProductEvent } from '@pmcw/contracts/events';
import { expect } from 'vitest';
import type { Decider } from '../src/deciders/decider.ts';

/** Time of all given events. */
export const specTime = '2026-01-02T03:04:05.000Z';

/** Actor of all given events. */
export const specActor = 1;

/** Id of the given event at an index, from 0. */
export const specEventId = (place: number): string =>
  `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

/** Tests a decider: given events, at the positions 1, 2, …, when a command, then events or a refusal. */
export function given<State, Command, E extends ProductEvent>(
  decider: Decider<State, Command, E>,
  ...events: readonly E[]
) {
  const state = stateAfter(decider, events);
  return { state, when: (command: Command) => decider.decide(state, command) };
}

export function stateAfter<State, Command, E extends ProductEvent>(
  decider: Decider<State, Command, E>,
  events: readonly E[],
): State {
  return events.reduce(
    (state, event, place) =>
      decider.evolve(state, {
        ...event,
        eventId: specEventId(place),
        position: BigInt(place + 1),
        metadata: { time: specTime, actorId: specActor, causationId: `command ${place}` },
      }),
    decider.initialState,
  );
}

/** The error of a command that is refused, with this sentence, if one is given. */
export const refused = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message === undefined ? {} : { message }) });
