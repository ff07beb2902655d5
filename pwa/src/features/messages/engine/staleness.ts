import { positionHeaders } from '@pmcw/contracts';
import { createStore } from '../../../base/storage/store.ts';

/** Since when the server's last answer has lacked something (milliseconds since 1970); null for a complete answer. */
export const staleSince = createStore<number | null>(null);

/** Of an answer to a request that named a position. */
export function noteAge(headers: Headers): void {
  const age = headers.get(positionHeaders.age);
  // biome-ignore lint/plugin: a moment for people
  staleSince.set(age === null ? null : Date.now() - Number(age) * 1000);
}
