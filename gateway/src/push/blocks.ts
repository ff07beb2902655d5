import { hasBlocked, type ProductEvents, streams, type UserState, userFold } from '@pmcw/contracts/events';
import { type EventStore, foldStream } from '@pmcw/event-store';
import type { Snapshots } from '@pmcw/vault';
import { z } from 'zod';

export interface BlocksOptions {
  readonly eventStore: Pick<EventStore<ProductEvents>, 'readStream'>;
  readonly snapshots: Pick<Snapshots, 'find'>;
}

/** Whether a member blocks another one, from the log: only for members with something to push. */
export async function isBlockedBy(
  { eventStore, snapshots }: BlocksOptions,
  memberId: number,
  otherId: number,
): Promise<boolean> {
  const { name, schema } = userFold.snapshot;
  const { state } = await foldStream<ProductEvents, UserState>(eventStore, streams.user(memberId), {
    initialState: userFold.initialState,
    evolve: (before, event) => (userFold.owns(event) ? userFold.evolve(before, event) : before),
    async findSnapshot() {
      const found = await snapshots.find(memberId, name);
      return found && { ...found, state: z.decode(schema, JSON.parse(found.state)) };
    },
  });
  return state.status === 'registered' && hasBlocked(state, otherId);
}
