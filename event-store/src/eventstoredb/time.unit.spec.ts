import { silent } from '@pmcw/resilience';
import { expect, it } from 'vitest';
import { Outage } from '../engine/outage.ts';
import { unlessAborted } from '../engine/unlessAborted.ts';
import { LogUnavailableError } from '../errors.ts';
import { LogClosedError } from './errors.ts';
import { insist, type Patience } from './time.ts';

const refused = new Error('connect ECONNREFUSED');
const cutShort = new LogUnavailableError('EventStoreDB stopped answering a read');

function patience(ms: number, tryMs: number): Patience {
  const outage = new Outage({ server: 'EventStoreDB', log: silent });
  return { deadline: performance.now() + ms, tryMs, outage, closing: new AbortController().signal };
}

/** The failure after tries with these errors; the last one repeats. */
async function failure(limits: Patience, errors: readonly Error[]): Promise<unknown> {
  let tries = 0;
  const attempt = async () => {
    const error = errors[Math.min(tries, errors.length - 1)];
    tries += 1;
    throw error;
  };
  return insist(limits, attempt).catch((error: unknown) => error);
}

it('names the cause rather than a last try without time', async () => {
  expect(await failure(patience(200, 10_000), [refused, cutShort])).toMatchObject({ cause: refused });
});

it('names the latest cause of a full try', async () => {
  expect(await failure(patience(1_000, 1), [cutShort, refused])).toMatchObject({ cause: refused });
});

it('reports a timeout if there is no other cause', async () => {
  expect(await failure(patience(50, 10_000), [cutShort])).toMatchObject({
    message: 'The log could not be reached in time',
    cause: cutShort,
  });
});

it('stops waiting when aborted, and starts nothing', async () => {
  const leaving = new AbortController();
  const waiting = unlessAborted(leaving.signal, () => new Promise(() => undefined));
  leaving.abort(new LogClosedError());
  await expect(waiting).rejects.toThrow('The log is closed');
  let hasBegun = false;
  const late = unlessAborted(leaving.signal, async () => {
    hasBegun = true;
  });
  await expect(late).rejects.toThrow(LogUnavailableError);
  expect(hasBegun).toBe(false);
});
