import { checkpointSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';

const name = 'signed-log';

const checkpoint = v.object({
  size: checkpointSchema.entries.size,
  root: checkpointSchema.entries.root,
  time: checkpointSchema.entries.time,
  /** Fingerprint of the signing key. */
  key: v.string(),
});
const rememberedSchema = v.pipe(v.string(), v.parseJson(), checkpoint);
/** The last checkpoint seen by this device, which an attacker who rewrites the log can't know. */
export type RememberedCheckpoint = v.InferOutput<typeof rememberedSchema>;

export function rememberedCheckpoint(): RememberedCheckpoint | null {
  const { success, output } = v.safeParse(rememberedSchema, readItem(name));
  return success ? output : null;
}

export function remember({ size, root, time, key }: RememberedCheckpoint): void {
  const isKept = keepItem(name, JSON.stringify({ size, root, time, key }));
  if (!isKept)
    console.warn('The checkpoint is remembered only until this page is closed: this browser stores nothing');
}

/** The next checkpoint is then accepted unchecked. */
export function forgetRemembered(): void {
  keepItem(name, null);
}
