import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductEvents } from '@pmcw/contracts/events';
import type {
  Batch,
  EngineName,
  EventStore,
  ReadFilter,
  SubscribeOptions,
  Subscription,
} from '@pmcw/event-store';
import type { ProductRecord } from '../src/runner/model.ts';

/** A log in memory whose positions and batches are chosen by the spec. */
export interface ScriptedStore extends EventStore<ProductEvents> {
  /** Adds records; their positions must grow. */
  push(...records: readonly ProductRecord[]): void;
}

/**
 * @param sizeOf size limit of the next batch of a subscription
 * @param engine the engine that the log reports
 */
export function scriptedStore(
  records: readonly ProductRecord[] = [],
  sizeOf: (asked: number) => number = (asked) => asked,
  engine: EngineName = 'memory',
): ScriptedStore {
  const log = [...records];
  const headNow = () => log.at(-1)?.position ?? 0n;

  function page(after: bigint, filter: ReadFilter | undefined, limit: number): Batch<ProductRecord> {
    const types = filter?.types;
    const wanted = log.filter(
      (record) => record.position > after && (types === undefined || types.includes(record.type)),
    );
    const events = wanted.slice(0, limit);
    const live = events.length === wanted.length;
    return { events, live, position: live ? headNow() : (events.at(-1)?.position ?? after) };
  }

  function subscribe(
    after: bigint,
    handler: (batch: Batch<ProductRecord>) => Promise<void>,
    { filter, batchSize = 500 }: SubscribeOptions = {},
  ): Subscription {
    let stopped = false;
    const run = async () => {
      let position = after;
      while (!stopped) {
        const batch = page(position, filter, sizeOf(batchSize));
        if (batch.position > position) await handler(batch);
        position = batch.position;
        if (batch.live) await sleep(2);
      }
    };
    const done = run();
    done.catch(() => undefined);
    return {
      done,
      stop: async () => {
        stopped = true;
        await done.catch(() => undefined);
      },
    };
  }

  const readOnly = () => Promise.reject(new Error('A scripted log is not appended to'));
  return {
    engine,
    push: (...more) => {
      log.push(...more);
    },
    append: readOnly,
    appendInOrder: readOnly,
    readStream: async function* (stream, fromRevision = 0) {
      yield* log.filter((record) => record.stream === stream && record.revision >= fromRevision);
    },
    readSealed: () => {
      throw new Error('A scripted log has nothing sealed');
    },
    readAll: async (after, filter, limit = 500) => page(after, filter, limit),
    subscribe,
    head: async () => headNow(),
    close: async () => undefined,
  };
}
