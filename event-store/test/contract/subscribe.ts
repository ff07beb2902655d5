import { expect, it, vi } from 'vitest';
import type { Batch, EventLog, StoredEvent } from '../../src/index.ts';
import { anEvent, aStream, events, eventually, everything, positionsTo } from '../events.ts';

type EventBatch = Batch<StoredEvent>;

/** Following the log: order, once each, and how a subscription ends. */
export function subscribeContract(log: () => EventLog): void {
  /** Remembers what a handler was given. */
  function recorder() {
    const batches: EventBatch[] = [];
    const handler = vi.fn(async (batch: EventBatch) => {
      batches.push(batch);
    });
    const positions = () => batches.flatMap((batch) => batch.events.map((event) => event.position));
    return { batches, handler, positions };
  }

  it.each([0, 1, 7, 10])('gives what comes after position %i, then goes on live', async (after) => {
    await log().append(aStream(), 'any', events(10));
    const { handler, positions } = recorder();
    const subscription = log().subscribe(BigInt(after), handler, { batchSize: 3 });
    await log().append(aStream(), 'any', events(5));
    await eventually(() => expect(positions().at(-1)).toBe(15n));
    await log().append(aStream(), 'any', [anEvent()]);
    await eventually(() => expect(positions()).toEqual(positionsTo(16).slice(after)));
    await subscription.stop();
  });

  it('gives batches no larger than asked, each where the last ended', async () => {
    await log().append(aStream(), 'any', events(10));
    const { batches, handler } = recorder();
    const subscription = log().subscribe(0n, handler, { batchSize: 4 });
    await eventually(() => expect(batches).toHaveLength(3));
    expect(batches.map(({ position, live }) => [position, live])).toEqual([
      [4n, false],
      [8n, false],
      [10n, true],
    ]);
    await subscription.stop();
  });

  it('misses and repeats nothing while writers are busy', async () => {
    const { handler, positions } = recorder();
    const followers = [0n, 40n].map((after) => {
      const seen: bigint[] = [];
      const follow = async ({ events: batch }: EventBatch) => {
        seen.push(...batch.map((event) => event.position));
      };
      return { seen, after, subscription: log().subscribe(after, follow, { batchSize: 16 }) };
    });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 40; n += 1)
        await log().append(`busy-${writer}`, n === 0 ? 'any' : n - 1, [anEvent()]);
    });
    const late = log().subscribe(0n, handler);
    await Promise.all(writers);
    const all = positionsTo(320);
    await eventually(() => expect(positions()).toHaveLength(320));
    expect(positions()).toEqual(all);
    for (const { seen, after, subscription } of followers) {
      await eventually(() => expect(seen.at(-1)).toBe(320n));
      expect(seen).toEqual(all.slice(Number(after)));
      await subscription.stop();
    }
    await late.stop();
    expect((await everything(log())).map((event) => event.position)).toEqual(all);
  });

  it('tells a filtered follower how far it has looked', async () => {
    const { batches, handler, positions } = recorder();
    await log().append(aStream(), 'any', events(5));
    const subscription = log().subscribe(0n, handler, { filter: { types: ['Wanted'] } });
    await eventually(() => expect(batches.at(-1)).toMatchObject({ position: 5n, live: true }));
    expect(positions()).toEqual([]);
    await log().append(aStream(), 'any', [anEvent({ type: 'Wanted' })]);
    await log().append(aStream(), 'any', events(2));
    await eventually(() => expect(batches.at(-1)?.position).toBe(8n));
    expect(positions()).toEqual([6n]);
    await subscription.stop();
  });

  it('does not call while there is nothing new', async () => {
    await log().append(aStream(), 'any', events(3));
    const { handler } = recorder();
    const idle = log().subscribe(3n, handler);
    const witness = recorder();
    const other = log().subscribe(2n, witness.handler);
    await eventually(() => expect(witness.positions()).toEqual([3n]));
    await Promise.all([idle.stop(), other.stop()]);
    expect(handler).not.toHaveBeenCalled();
  });

  it('hands over one batch at a time', async () => {
    let running = 0;
    let most = 0;
    let last = 0n;
    const subscription = log().subscribe(
      0n,
      async ({ position }) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        last = position;
      },
      { batchSize: 2 },
    );
    for (let n = 0; n < 10; n += 1) await log().append(aStream(), 'any', events(2));
    await eventually(() => expect(last).toBe(20n));
    expect(most).toBe(1);
    await subscription.stop();
  });

  it('stops after the batch in hand', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handler = vi.fn(() => gate);
    await log().append(aStream(), 'any', events(4));
    const subscription = log().subscribe(0n, handler, { batchSize: 2 });
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

  it('ends with the error that the handler threw', async () => {
    await log().append(aStream(), 'any', events(2));
    const handler = vi.fn(() => Promise.reject(new Error('poison')));
    const subscription = log().subscribe(0n, handler, { batchSize: 1 });
    await expect(subscription.done).rejects.toThrow('poison');
    await subscription.stop();
    expect(handler).toHaveBeenCalledOnce();
  });

  it('ends its subscriptions when closed', async () => {
    const { handler } = recorder();
    const subscription = log().subscribe(0n, handler);
    await log().close();
    await expect(subscription.done).resolves.toBeUndefined();
  });
}
