import { makeFirstStart } from './instance.ts';

/**
 * Vitest's global setup of the browser tiers: prepares the data folder that nearly every product of a run starts from.
 * It is in the run's folder.
 */
export default async function setup(): Promise<void> {
  process.env.FIRST_START ??= await makeFirstStart();
}
