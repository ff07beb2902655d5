import type { ProductEvent, SnapshotFold } from '@pmcw/contracts/events';
import type { Snapshot } from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import { z } from 'zod';
import type { ServiceLogger } from '../serviceLogger.ts';

/** Where the states of members' streams are stored. */
export interface StateSnapshots<State> {
  /** Null where there is none, or none that can be read: the stream has all of it. Never rejects. */
  find(stream: string): Promise<Snapshot<State> | null>;
  /** Stores one after a while; nothing depends on it. */
  put(stream: string, snapshot: Snapshot<State>): void;
}

/** The member whose stream `user-{id}` or `inbox-{id}` it is. */
const ownerOf = (stream: string): number => Number(stream.slice(stream.indexOf('-') + 1));

/** Stores the states of a fold in the vault, under the name that the fold gives them. */
export function stateSnapshots<State, E extends ProductEvent>(
  snapshots: Vault['snapshots'],
  { snapshot: { name, schema } }: SnapshotFold<State, E>,
  logger: Pick<ServiceLogger, 'warn'>,
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
