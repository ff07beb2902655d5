import { checkpointSchema } from '@pmcw/contracts';
import * as v from 'valibot';

const name = 'signed-log';

const rememberedSchema = v.object({
  size: checkpointSchema.entries.size,
  root: checkpointSchema.entries.root,
  time: checkpointSchema.entries.time,
  /** Fingerprint of the key that signed it. */
  key: v.string(),
});
/** What this device saw of the signed log when it looked last: who rewrites the log can't know that. */
export type Remembered = v.InferOutput<typeof rememberedSchema>;

/** What is remembered; null when nothing is, or the browser keeps nothing. */
export function remembered(): Remembered | null {
  try {
    const { success, output } = v.safeParse(rememberedSchema, JSON.parse(localStorage.getItem(name) ?? ''));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** Remembers a checkpoint for the next time. */
export function remember({ size, root, time, key }: Remembered): void {
  try {
    localStorage.setItem(name, JSON.stringify({ size, root, time, key }));
  } catch (error) {
    console.error('The checkpoint could not be remembered on this device', error);
  }
}

/** Begins anew: the next checkpoint is taken as it comes. */
export function forgetRemembered(): void {
  localStorage.removeItem(name);
}
