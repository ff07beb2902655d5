import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineName, EventLog } from '../src/index.ts';
import { appendContract } from './contract/append.ts';
import { denseContract } from './contract/dense.ts';
import { readContract } from './contract/read.ts';
import { allStreamsRepeatContract, repeatContract } from './contract/repeat.ts';
import type { ContractSubject } from './contract/subject.ts';
import { subscribeContract } from './contract/subscribe.ts';

/** What only some engines can promise, or their specs provide. */
export interface EngineTraits {
  readonly engine: EngineName;
  /** `makeLog` gives an empty log (that of a server which others use too can't be emptied). */
  readonly empty: boolean;
  /** Positions count the events, from 1 and without gaps. */
  readonly dense: boolean;
  /** An event id is known whatever stream it was used in, not only within its own. */
  readonly knowsIdsOfAllStreams: boolean;
}

/** What the engines that keep all events in one table promise. */
export const oneTable = { empty: true, dense: true, knowsIdsOfAllStreams: true } as const;
/** EventStoreDB, on a server whose log others use too. */
export const oneServer = {
  engine: 'eventstoredb',
  empty: false,
  dense: false,
  knowsIdsOfAllStreams: false,
} as const;

/** What every engine promises (`EventLog`); each engine's spec runs it on logs that `makeLog` opens. */
export function eventLogContract(name: string, traits: EngineTraits, makeLog: () => Promise<EventLog>): void {
  describe(`${name} keeps the contract of the event log`, () => {
    let log: EventLog;
    let start = 0n;
    beforeEach(async () => {
      log = await makeLog();
      start = await log.head();
    });
    afterEach(() => log.close());
    const subject: ContractSubject = { log: () => log, start: () => start };

    it('says which engine it is', () => expect(log.engine).toBe(traits.engine));
    describe('append', () => appendContract(subject));
    describe('repeat', () => repeatContract(subject));
    describe('read', () => readContract(subject));
    describe('subscribe', () => subscribeContract(subject));
    if (traits.knowsIdsOfAllStreams)
      describe('repeat across streams', () => allStreamsRepeatContract(subject));
    if (traits.empty && traits.dense) describe('dense positions', () => denseContract(subject));
    if (traits.empty) {
      it('is at 0 and live when empty', async () => {
        expect(await log.head()).toBe(0n);
        expect(await log.readAll(0n)).toEqual({ events: [], position: 0n, live: true });
      });
    }
  });
}
