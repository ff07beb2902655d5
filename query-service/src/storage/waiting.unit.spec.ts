import { expect, it } from 'vitest';
import { readModelConnections, Waiting } from './database.ts';

it('as many requests as connections may wait for one to open; more are a queue until one is served', async () => {
  const waiting = new Waiting();
  const { promise, resolve } = opening();
  const waits = Array.from({ length: readModelConnections }, () => waiting.during(promise));
  expect(waiting.longestMs()).toBe(0);
  const { promise: first, resolve: serve } = opening();
  const served = waiting.during(first);
  await expect.poll(() => waiting.longestMs()).toBeGreaterThan(0);
  serve();
  await served;
  expect(waiting.longestMs()).toBe(0);
  resolve();
  await Promise.all(waits);
});

function opening() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
