import { afterEach, beforeEach, describe } from 'vitest';
import type { EventLog } from '../src/index.ts';
import { appendContract } from './contract/append.ts';
import { readContract } from './contract/read.ts';
import { repeatContract } from './contract/repeat.ts';
import { subscribeContract } from './contract/subscribe.ts';

/** What every engine promises (`EventLog`); each engine's spec runs it on logs that `makeLog` opens, empty. */
export function eventLogContract(name: string, makeLog: () => Promise<EventLog>): void {
  describe(`${name} keeps the contract of the event log`, () => {
    let log: EventLog;
    beforeEach(async () => {
      log = await makeLog();
    });
    afterEach(() => log.close());

    describe('append', () => appendContract(() => log));
    describe('repeat', () => repeatContract(() => log));
    describe('read', () => readContract(() => log));
    describe('subscribe', () => subscribeContract(() => log));
  });
}
