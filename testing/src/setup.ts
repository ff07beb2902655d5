import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endMarked, markers, ownName } from './leftovers.ts';
import { scaled } from './scale.ts';

// The same inputs on every run of one suite: what is red is red again. `npm run soak` tries others.
const seed = Number(process.env.SPEC_SEED ?? 1);
// A property that takes long on a busy machine ends with what it has seen, instead of going on beside the next spec.
fc.configureGlobal({ seed, interruptAfterTimeLimit: Math.min(scaled(15_000), 60_000) });

process.env[markers.file] = ownName();

/** What a file of specs started and did not end, because it was red or forgot to, does not go on beside the next. */
afterAll(() => {
  endMarked(markers.file, (name) => name === ownName());
});
