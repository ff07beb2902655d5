import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const spanMs = 10 * 60 * 1000;

/** Returns the same UUID of version 7 for the same values within ten minutes, so that a retry is recognized. */
export function idOfMoment(now: Date, ...what: readonly (string | number | boolean)[]): string {
  const msecs = Math.floor(now.getTime() / spanMs) * spanMs;
  const random = createHash('sha256').update(JSON.stringify(what)).digest().subarray(0, 16);
  return uuidv7({ msecs, seq: 0, random });
}
