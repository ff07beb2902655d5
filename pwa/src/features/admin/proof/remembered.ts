import { checkpointSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';

const name = 'signed-log';

const checkpoint = v.object({
  size: checkpointSchema.entries.size,
  root: checkpointSchema.entries.root,
  time: checkpointSchema.entries.time,
  /** Fingerprint of the key that signed it. */
  key: v.string(),
});
const rememberedSchema = v.pipe(v.string(), v.parseJson(), checkpoint);
/** What this device saw of the signed log when it looked last: who rewrites the log can't know that. */
export type Remembered = v.InferOutput<typeof rememberedSchema>;

/** What is remembered; null when nothing is, or the browser keeps nothing. */
export function remembered(): Remembered | null {
  const { success, output } = v.safeParse(rememberedSchema, readItem(name));
  return success ? output : null;
}

/** Remembers a checkpoint for the next time. */
export function remember({ size, root, time, key }: Remembered): void {
  const isKept = keepItem(name, JSON.stringify({ size, root, time, key }));
  if (!isKept)
    console.warn('The checkpoint is remembered until this page is closed: this browser keeps nothing more');
}

/** Begins anew: the next checkpoint is taken as it comes. */
export function forgetRemembered(): void {
  keepItem(name, null);
}
