import { expect, it } from 'vitest';
import { CannotStartError } from './cannotStart.ts';
import { explain } from './explain.ts';

const failed = (message: string, fields: object) => Object.assign(new Error(message), fields);

it.each<[string, Error, RegExp]>([
  ['a reason of our own', new CannotStartError('It is locked.'), /^It is locked\.$/],
  ['a port in use', failed('x', { code: 'EADDRINUSE', syscall: 'listen', port: 80 }), /^Port 80 is in use/],
  [
    'a host that is no address',
    failed('x', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    /^HOST is no address/,
  ],
  [
    'a folder of another user',
    failed("EACCES: permission denied, open '/a'", { code: 'EACCES', syscall: 'open', path: '/a' }),
    /^EACCES: permission denied, open '\/a'\. Check that it exists/,
  ],
  [
    'a server that is down',
    failed('', { code: 'ECONNREFUSED', syscall: 'connect' }),
    /down or busy: ECONNREFUSED\./,
  ],
  ['a read-only database', failed('read-only transaction', { code: '25006' }), /down or busy: read-only/],
])('is one sentence for %s', (_what, error, sentence) => {
  const text = String(explain(error)).trim();
  expect(text).toMatch(sentence);
  expect(text).not.toContain('\n');
});

it('is the error with its stack for a bug', () => {
  const bug = new TypeError('Cannot read properties of undefined');
  expect(explain(bug)).toBe(bug);
});
