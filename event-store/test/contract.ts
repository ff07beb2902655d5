import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineName, EventLog } from '../src/index.ts';
import { appendContract } from './contract/append.ts';
import { denseContract } from './contract/dense.ts';
import { readContract } from './contract/read.ts';
import { allStreamsRepeatContract, repeatContract } from './contract/repeat.ts';
import type { ContractSubject } from './contract/subject.ts';
import { subscribeContract } from './contract/subscribe.ts';

/** Promises that only some engines make, or their specs can check. */
export interface EngineTraits {
  readonly engine: EngineName;
  /** `makeLog` returns an empty log, which a shared server can’t. */
  readonly empty: boolean;
  /** Positions count the events, from 1 without gaps. */
  readonly dense: boolean;
  /** Event ids are unique across streams, not only within one. */
  readonly knowsIdsOfAllStreams: boolean;
}

/** Of engines with one table of all events. */
export const oneTable = { empty: true, dense: true, knowsIdsOfAllStreams: true } as const;
/** Of EventStoreDB, on a shared server. */
export const oneServer = {
  engine: 'eventstoredb',
  empty: false,
  dense: false,
  knowsIdsOfAllStreams: false,
} as const;

/** The contract of all engines (`EventLog`); each engine’s spec runs it on logs that `makeLog` opens. */
export function eventLogContract(name: string, traits: EngineTraits, makeLog: () => Promise<EventLog>): void {
  describe(`${name} meets the contract of the event log`, () => {
    let log: EventLog;
    let start = 0n;
    beforeEach(async () => {
      log = await makeLog();
      start = await log.head();
    });
    afterEach(() => log.close());
    const subject: ContractSubject = { log: () => log, start: () => start };

    it('names its engine', () => expect(log.engine).toBe(traits.engine));
    describe('append', () => appendContract(subject));
    describe('repeat', () => repeatContract(subject));
    describe('read', () => readContract(subject));
    describe('subscribe', () => subscribeContract(subject));
    if (traits.knowsIdsOfAllStreams)
      describe('repeat across streams', () => allStreamsRepeatContract(subject));
    if (traits.empty && traits.dense) describe('dense positions', () => denseContract(subject));
    if (traits.empty) {
      it('is live at position 0 when empty', async () => {
        expect(await log.head()).toBe(0n);
        expect(await log.readAll(0n)).toEqual({ events: [], position: 0n, live: true });
      });
    }
  });
}
