import { eventually } from '@pmcw/testing/eventually';
import { expect, it, vi } from 'vitest';
import type { Batch, StoredEvent } from '../../src/index.ts';
import { anEvent, aStream, events, everything, expectGrowing } from '../events.ts';
import type { ContractSubject } from './subject.ts';

type EventBatch = Batch<StoredEvent>;

/** Following the log: order, exactly once, and the end of subscriptions. */
export function subscribeContract({ log, start }: ContractSubject): void {
  const written = () => everything(log(), { after: start() });
  /** Position after a number of the spec’s events. */
  const after = async (count: number) =>
    count === 0 ? start() : ((await written())[count - 1]?.position ?? 0n);

  /** Records a handler’s batches. */
  function recorder() {
    const batches: EventBatch[] = [];
    const handler = vi.fn(async (batch: EventBatch) => {
      batches.push(batch);
    });
    const seen = () => batches.flatMap((batch) => batch.events);
    return { batches, handler, seen };
  }

  it.each([0, 1, 7, 10])('delivers what follows %i events, then continues live', async (count) => {
    await log().append(aStream(), 'any', events(10));
    const { batches, handler, seen } = recorder();
    const subscription = log().subscribe(await after(count), handler, { batchSize: 3 });
    await log().append(aStream(), 'any', events(5));
    await eventually(() => expect(seen()).toHaveLength(15 - count));
    await log().append(aStream(), 'any', [anEvent()]);
    await eventually(() => expect(seen()).toHaveLength(16 - count));
    expect(seen()).toEqual((await written()).slice(count));
    await eventually(async () =>
      expect(batches.at(-1)).toMatchObject({ position: await log().head(), live: true }),
    );
    await subscription.stop();
  });

  it('follows an empty log', async () => {
    const { batches, handler, seen } = recorder();
    const subscription = log().subscribe(start(), handler);
    const { position } = await log().append(aStream(), 'any', [anEvent()]);
    await eventually(() => expect(batches.at(-1)).toMatchObject({ position, live: true }));
    expect(seen()).toEqual(await written());
    await subscription.stop();
  });

  it('delivers batches up to the requested size, without gaps', async () => {
    await log().append(aStream(), 'any', events(10));
    const all = await written();
    const { batches, handler, seen } = recorder();
    const subscription = log().subscribe(start(), handler, { batchSize: 4 });
    await eventually(() => expect(batches.at(-1)?.live).toBe(true));
    expect(seen()).toEqual(all);
    for (const batch of batches) {
      expect(batch.events.length).toBeLessThanOrEqual(4);
      expect(batch.position).toBe(batch.events.at(-1)?.position);
      expect(batch.live).toBe(batch.position === all.at(-1)?.position);
    }
    await subscription.stop();
  });

  it('misses and repeats nothing while writers are busy', async () => {
    await log().append(aStream(), 'any', events(40));
    const followers = [0, 25].map(async (count) => {
      const { handler, seen } = recorder();
      const subscription = log().subscribe(await after(count), handler, { batchSize: 16 });
      return { seen, count, subscription };
    });
    const writers = Array.from({ length: 8 }, async () => {
      const stream = aStream('busy');
      for (let n = 0; n < 40; n += 1) await log().append(stream, n === 0 ? 'any' : n - 1, [anEvent()]);
    });
    const late = recorder();
    const lateSubscription = log().subscribe(start(), late.handler);
    await Promise.all(writers);
    const all = await written();
    expect(all).toHaveLength(40 + 320);
    expectGrowing(all.map((event) => event.position));
    await eventually(() => expect(late.seen()).toHaveLength(all.length));
    expect(late.seen()).toEqual(all);
    for await (const { seen, count, subscription } of followers) {
      await eventually(() => expect(seen()).toHaveLength(all.length - count));
      expect(seen()).toEqual(all.slice(count));
      await subscription.stop();
    }
    await lateSubscription.stop();
  });

  it('reports its position to a filtered follower', async () => {
    const { batches, handler, seen } = recorder();
    await log().append(aStream(), 'any', events(5));
    const position = await log().head();
    const subscription = log().subscribe(start(), handler, { filter: { types: ['Wanted'] } });
    await eventually(() => expect(batches.at(-1)).toMatchObject({ position, live: true }));
    expect(seen()).toEqual([]);
    await log().append(aStream(), 'any', [anEvent({ type: 'Wanted' })]);
    const last = await log().append(aStream(), 'any', events(2));
    await eventually(() => expect(batches.at(-1)?.position).toBe(last.position));
    expect(seen()).toEqual((await written()).slice(5, 6));
    await subscription.stop();
  });

  it('makes no calls without new events', async () => {
    await log().append(aStream(), 'any', events(3));
    const { handler } = recorder();
    const idle = log().subscribe(await after(3), handler);
    const witness = recorder();
    const other = log().subscribe(await after(2), witness.handler);
    await eventually(async () => expect(witness.seen()).toEqual((await written()).slice(2)));
    await Promise.all([idle.stop(), other.stop()]);
    expect(handler).not.toHaveBeenCalled();
  });

  it('delivers one batch at a time', async () => {
    let running = 0;
    let most = 0;
    let seen = 0;
    const subscription = log().subscribe(
      start(),
      async (batch) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        seen += batch.events.length;
      },
      { batchSize: 2 },
    );
    for (let n = 0; n < 10; n += 1) await log().append(aStream(), 'any', events(2));
    await eventually(() => expect(seen).toBe(20));
    expect(most).toBe(1);
    await subscription.stop();
  });

  it('stops after the current batch', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handler = vi.fn(() => gate);
    await log().append(aStream(), 'any', events(4));
    const subscription = log().subscribe(start(), handler, { batchSize: 2 });
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    let stopped = false;
    const stopping = subscription.stop().then(() => {
      stopped = true;
    });
    await log().head();
    expect(stopped).toBe(false);
    open();
    await stopping;
    await expect(subscription.done).resolves.toBeUndefined();
    await log().append(aStream(), 'any', [anEvent()]);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('ends with the handler’s error', async () => {
    await log().append(aStream(), 'any', events(2));
    const handler = vi.fn(() => Promise.reject(new Error('poison')));
    const subscription = log().subscribe(start(), handler, { batchSize: 1 });
    await expect(subscription.done).rejects.toThrow('poison');
    await subscription.stop();
    expect(handler).toHaveBeenCalledOnce();
  });

  it('ends its subscriptions when closed', async () => {
    const { handler } = recorder();
    const subscription = log().subscribe(start(), handler);
    await log().close();
    await expect(subscription.done).resolves.toBeUndefined();
  });
}
