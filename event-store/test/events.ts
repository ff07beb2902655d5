import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { EventLog, JsonObject, NewEvent, ReadFilter, StoredEvent } from '../src/index.ts';

/** A new event with arbitrary type and data. */
export function anEvent(over: Partial<NewEvent> = {}): NewEvent {
  const data: JsonObject = { text: 'hello' };
  return { eventId: randomUUID(), type: 'Tested', data, metadata: { by: 'test' }, ...over };
}

export function events(count: number, over: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, () => anEvent(over));
}

/** A new stream name. */
export function aStream(kind = 'thing'): string {
  return `${kind}-${randomUUID()}`;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export interface Part {
  readonly after?: bigint;
  readonly filter?: ReadFilter;
  readonly limit?: number;
}

/** Reads the whole log, or what follows a position, page by page. */
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

/** Expects each position to be greater than the one before. */
export function expectGrowing(positions: readonly bigint[]): void {
  const sorted = [...new Set(positions)].sort((a, b) => (a < b ? -1 : 1));
  expect(positions).toEqual(sorted);
}

export function positionsTo(n: number | bigint): bigint[] {
  return Array.from({ length: Number(n) }, (_, index) => BigInt(index + 1));
}
