import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { EventLog, JsonObject, NewEvent, ReadFilter, StoredEvent } from '../src/index.ts';

/** A new event; the type and data matter only where a test says so. */
export function anEvent(over: Partial<NewEvent> = {}): NewEvent {
  const data: JsonObject = { text: 'hello' };
  return { eventId: randomUUID(), type: 'Tested', data, metadata: { by: 'test' }, ...over };
}

/** So many new events. */
export function events(count: number, over: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, () => anEvent(over));
}

/** A stream name that no other test has. */
export function aStream(kind = 'thing'): string {
  return `${kind}-${randomUUID()}`;
}

/** All of an async iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Which part of a log to read, and how. */
export interface Part {
  readonly after?: bigint;
  readonly filter?: ReadFilter;
  readonly limit?: number;
}

/** The whole log, or what comes after a position, page by page. */
export async function everything(log: EventLog, part: Part = {}): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  let position = part.after ?? 0n;
  for (let live = false; !live; ) {
    const batch = await log.readAll(position, part.filter, part.limit);
    all.push(...batch.events);
    position = batch.position;
    live = batch.live;
  }
  return all;
}

/** Expects each position to lie beyond the one before. */
export function expectGrowing(positions: readonly bigint[]): void {
  const sorted = [...new Set(positions)].sort((a, b) => (a < b ? -1 : 1));
  expect(positions).toEqual(sorted);
}

/** 1, 2, … n as positions. */
export function positionsTo(n: number | bigint): bigint[] {
  return Array.from({ length: Number(n) }, (_, index) => BigInt(index + 1));
}
