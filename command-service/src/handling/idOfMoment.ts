import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** Whoever lost an answer asks again within seconds or minutes. */
const spanMs = 10 * 60 * 1000;

/**
 * The id of something that is made without an id of its client's: the same, within the same ten minutes, for the same things said by the
 * same member, so that what is sent again is recognised.
 * @returns a UUID of version 7
 */
export function idOfMoment(now: Date, ...what: readonly (string | number | boolean)[]): string {
  const msecs = Math.floor(now.getTime() / spanMs) * spanMs;
  const random = createHash('sha256').update(JSON.stringify(what)).digest().subarray(0, 16);
  return uuidv7({ msecs, seq: 0, random });
}
