import { makeFirstStart } from './instance.ts';

/** Vitest's global setup of the browser tiers: makes once what nearly every product of a run begins with. It goes with the run's folder. */
export default async function setup(): Promise<void> {
  process.env.FIRST_START ??= await makeFirstStart();
}
