import type { ProductEvent, SnapshotFold } from '@pmcw/contracts/events';
import type { Snapshot } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';
import { z } from 'zod';

export interface StateSnapshots<State> {
  /** Null if there is no readable one. Never rejects. */
  find(stream: string): Promise<Snapshot<State> | null>;
  /** In the background, best effort. */
  put(stream: string, snapshot: Snapshot<State>): void;
}

/** The stream is `user-{id}` or `inbox-{id}`. */
const ownerOf = (stream: string): number => Number(stream.slice(stream.indexOf('-') + 1));

export function stateSnapshots<State, E extends ProductEvent>(
  snapshots: Vault['snapshots'],
  { snapshot: { name, schema } }: SnapshotFold<State, E>,
  logger: Pick<Logger, 'warn'>,
): StateSnapshots<State> {
  return {
    async find(stream) {
      try {
        const found = await snapshots.find(ownerOf(stream), name);
        return found && { ...found, state: z.decode(schema, JSON.parse(found.state)) };
      } catch (error) {
        logger.warn({ err: error, name }, 'a snapshot could not be read; the stream is read instead');
        return null;
      }
    },

    put(stream, { state, ...at }) {
      const written = JSON.stringify(z.encode(schema, state));
      snapshots
        .put(ownerOf(stream), name, { ...at, state: written })
        .catch((error: unknown) => logger.warn({ err: error, name }, 'a snapshot could not be stored'));
    },
  };
}
