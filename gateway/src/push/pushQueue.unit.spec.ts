import { expect, it } from 'vitest';
import { PushQueue } from './pushQueue.ts';

/** A queue with tasks that end on demand. */
function queueOf(atOnce: number, waiting: number) {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  let dropped = 0;
  const queue = new PushQueue({ atOnce, waiting }, () => {
    dropped += 1;
  });
  return {
    queue,
    started,
    dropped: () => dropped,
    add: (id: number) =>
      queue.add(() => {
        started.push(id);
        return new Promise((resolve) => ends.set(id, resolve));
      }),
    end: async (id: number) => {
      ends.get(id)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('runs so many at once, the rest in order, and drops the oldest of too many', async () => {
  const { queue, started, dropped, add, end } = queueOf(2, 2);
  for (const id of [1, 2, 3, 4, 5]) add(id);
  expect([started, dropped()]).toEqual([[1, 2], 1]);
  await end(1);
  await end(2);
  expect(started).toEqual([1, 2, 4, 5]);
  const closed = queue.close();
  add(6);
  await end(4);
  await end(5);
  await end(6);
  await closed;
});
