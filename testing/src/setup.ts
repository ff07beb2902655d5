import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endMarked, markers, ownName } from './leftovers.ts';
import { scaled } from './scale.ts';

// The same inputs on every run, so that failures repeat. `npm run soak` uses others.
const seed = Number(process.env.SPEC_SEED ?? 1);
// On a busy machine, a slow property ends with what it has tried instead of running on beside the next spec.
fc.configureGlobal({ seed, interruptAfterTimeLimit: Math.min(scaled(15_000), 60_000) });

process.env[markers.file] = ownName();

/** Kills what a file of specs started and did not end. */
afterAll(() => {
  endMarked(markers.file, (name) => name === ownName());
});
