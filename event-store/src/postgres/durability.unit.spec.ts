import { expect, it } from 'vitest';
import { assertDurable, UnsafeServerError } from './durability.ts';

it.each(['on', 'local', 'remote_write', 'remote_apply'])('accepts synchronous_commit=%s', (setting) => {
  expect(() => assertDurable({ fsync: 'on', synchronous_commit: setting })).not.toThrow();
});

it.each([
  ['fsync=off', { fsync: 'off', synchronous_commit: 'on' }],
  ['synchronous_commit=off', { fsync: 'on', synchronous_commit: 'off' }],
  ['fsync=off and synchronous_commit=off', { fsync: 'off', synchronous_commit: 'off' }],
])('refuses %s and says what to do', (named, settings) => {
  expect(() => assertDurable(settings)).toThrow(UnsafeServerError);
  expect(() => assertDurable(settings)).toThrow(`PostgreSQL runs with ${named}, so it can lose`);
});
