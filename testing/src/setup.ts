import './timeLimit.ts';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endMarked, markers, ownName } from './leftovers.ts';

// The same inputs on every run, so that failures repeat. `npm run soak` uses others.
fc.configureGlobal({ seed: Number(process.env.SPEC_SEED ?? 1) });

process.env[markers.file] = ownName();

/** Kills what a file of specs started and did not end. */
afterAll(() => {
  endMarked(markers.file, (name) => name === ownName());
});
