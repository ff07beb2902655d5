import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogUnavailableError } from '../errors.ts';
import { Outage } from './outage.ts';

const [refused, slow] = [new Error('connect ECONNREFUSED'), new Error('timeout')];
let logged: (readonly [level: string, fields: object, message: string])[];
let outage: Outage;

beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  const keep = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message]);
  };
  outage = new Outage({ server: 'TestDB', log: { warn: keep('warn'), error: keep('error') } });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Callers that fail once a second each. */
function failFor(seconds: number, callers: number): void {
  for (let second = 0; second < seconds; second += 1) {
    for (let caller = 0; caller < callers; caller += 1) outage.failed(refused);
    vi.advanceTimersByTime(1_000);
  }
}

it('logs the start, once a minute, and the end, for any number of callers', () => {
  failFor(150, 50);
  outage.answered();
  vi.advanceTimersByTime(60_000);
  const reason = 'connect ECONNREFUSED';
  expect(logged).toEqual([
    ['warn', { reason, failedTries: 1, seconds: 0 }, 'event log: TestDB fails, trying again'],
    ['warn', { reason, failedTries: 3_001, seconds: 60 }, 'event log: TestDB still fails, trying again'],
    ['warn', { reason, failedTries: 6_001, seconds: 120 }, 'event log: TestDB still fails, trying again'],
    ['warn', { failedTries: 7_500, seconds: 150 }, 'event log: TestDB answers again'],
  ]);
});

it('counts as one while only some tries succeed', () => {
  for (let second = 0; second < 50; second += 1) {
    outage.answered();
    failFor(1, 3);
    outage.answered();
  }
  expect(logged).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(logged.at(-1)).toEqual([
    'warn',
    { failedTries: 150, seconds: 50 },
    'event log: TestDB answers again',
  ]);
});

it('is logged again when another one starts', () => {
  failFor(1, 1);
  outage.answered();
  vi.advanceTimersByTime(15_000);
  outage.failed(slow);
  expect(logged.map(([, , message]) => message)).toEqual([
    'event log: TestDB fails, trying again',
    'event log: TestDB answers again',
    'event log: TestDB fails, trying again',
  ]);
  expect(logged.at(-1)?.[1]).toEqual({ reason: 'timeout', failedTries: 1, seconds: 0 });
});

it('logs an access denial at once, but not each one', () => {
  failFor(5, 5);
  for (let n = 0; n < 50; n += 1) outage.denied(new Error('Access Denied'));
  expect(logged.map(([level, , message]) => [level, message])).toEqual([
    ['warn', 'event log: TestDB fails, trying again'],
    ['error', 'event log: TestDB denies access to the user of the connection string'],
  ]);
});

it('logs the cause of a timeout', () => {
  outage.failed(new LogUnavailableError('The log could not be reached in time', { cause: refused }));
  expect(logged[0]?.[1]).toMatchObject({ reason: 'connect ECONNREFUSED' });
});

it('logs nothing without failures, or after it was closed', () => {
  outage.answered();
  vi.advanceTimersByTime(60_000);
  expect(logged).toEqual([]);
  outage.failed(refused);
  outage.answered();
  outage.close();
  vi.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(1);
});

it('lets a caller wait for a failure after which nothing succeeded', async () => {
  const seen: string[] = [];
  outage.failed(refused);
  await outage.away();
  outage.answered();
  const again = outage.away().then(() => seen.push('away'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([]);
  outage.failed(refused);
  await again;
  expect(seen).toEqual(['away']);
});
