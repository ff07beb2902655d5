import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isFinal, isFinalStatement } from './final.ts';

const withCode = (code: string, fields: object = {}) =>
  Object.assign(new Error(`failed with ${code}`), { code, ...fields });
const named = (name: string) => Object.assign(new Error(name), { name });

describe('an error is transient', () => {
  it.each([
    ...['EAI_AGAIN', 'EAI_FAIL', 'ENOTFOUND', 'ESERVFAIL', 'EREFUSED', 'ECANCELLED', 'ENODATA'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETDOWN'],
    ...[
      'EMFILE',
      'ENFILE',
      'ENOSPC',
      'EDQUOT',
      'EROFS',
      'EIO',
      'EACCES',
      'EPERM',
      'EBUSY',
      'ENOMEM',
      'EAGAIN',
    ],
    ...[
      'ERR_SOCKET_CLOSED',
      'ERR_STREAM_PREMATURE_CLOSE',
      'OAUTH_TIMEOUT',
      'UND_ERR_SOCKET',
      'UND_ERR_HEADERS_TIMEOUT',
    ],
    ...[
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ],
    ...['08006', '08P01', '25006', '25P03', '28P01', '28000', '3D000', '3F000', '40001', '40P01', '42501'],
    ...[
      '53000',
      '53100',
      '53200',
      '53300',
      '55000',
      '55006',
      '55P03',
      '57014',
      '57P01',
      '57P03',
      '57P05',
      '58000',
    ],
    ...['58030', 'XX000', 'XX001', 'EWHATEVER', 'NEW_IN_NODE_30'],
  ])('with the code %s', (code) => {
    expect(isFinal(withCode(code))).toBe(false);
    expect(isFinalStatement(withCode(code))).toBe(false);
  });

  it.each([
    ['a socket file that is gone', withCode('ENOENT', { syscall: 'connect' })],
    ['the error of `fetch`', new TypeError('fetch failed', { cause: withCode('EAI_AGAIN') })],
    ['several addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')])],
    ['a deadline', new DOMException('late', 'TimeoutError')],
    ['an unavailable log', named('LogUnavailableError')],
    ['a busy vault', named('VaultBusyError')],
    ['an unknown error of a package', named('SomethingNewError')],
    ['an event whose key could not be read', new Error('does not open', { cause: withCode('57P03') })],
  ])('if it is %s', (_what, error) => {
    expect(isFinal(error)).toBe(false);
  });

  it('if `pg` reports it without a code', () => {
    const { resolve } = createRequire(import.meta.resolve('../../vault/package.json'));
    const sources = ['pg/lib/client.js', 'pg/lib/connection.js', 'pg-pool'].map((name) =>
      readFileSync(resolve(name), 'utf8'),
    );
    const messages = [...sources.join('\n').matchAll(/new Error\(\s*'([^']+)'/g)].map(
      ([, text = '']) => text,
    );
    const wrongCalls =
      /^(A query must|Client has already|Passing a function|Query values must|Release called|sslnegotiation|unexpected condition)/;
    const passing = messages.filter((message) => !wrongCalls.test(message));
    expect(passing.length).toBeGreaterThan(10);
    expect(passing.filter((message) => isFinal(new Error(message)))).toEqual([]);
  });
});

describe('an error is final', () => {
  it.each([
    ...[
      '0A000',
      '21000',
      '22001',
      '22P02',
      '22021',
      '23505',
      '23502',
      '24000',
      '26000',
      '2F003',
      '42601',
      '42703',
      '42P01',
    ],
    ...['42883', '42804', '44000', '54000', '54001', 'P0001'],
    ...[
      'ERR_INVALID_ARG_TYPE',
      'ERR_OUT_OF_RANGE',
      'UND_ERR_INVALID_ARG',
      'Z_DATA_ERROR',
      'OAUTH_INVALID_RESPONSE',
      'ENOENT',
      'EISDIR',
    ],
  ])('with the code %s', (code) => {
    expect(isFinal(withCode(code))).toBe(true);
    expect(isFinalStatement(withCode(code))).toBe(true);
  });

  it.each([
    ['a fault of the program', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['a broken promise of our own code', new Error('The vault lost the row of its master key')],
    ['an answer of the log', named('WrongExpectedRevisionError')],
    ['a broken seal', named('BrokenSealError')],
    ['a failed check', named('ZodError')],
    ['a final one with a final cause', new Error('outer', { cause: withCode('22P02') })],
    ['a file that is not there', withCode('ENOENT', { syscall: 'open' })],
    ['no error at all', 'thrown text'],
  ])('if it is %s', (_what, error) => {
    expect(isFinal(error)).toBe(true);
  });
});

it('takes plain errors of a driver for lost connections', () => {
  expect(isFinalStatement(new Error('a message of a newer driver'))).toBe(false);
  expect(isFinalStatement(new RangeError('out of range'))).toBe(true);
});

/** Errors of our own that a retry may overcome. */
const passing = new Set([
  ...['LogUnavailableError', 'LogClosedError', 'VaultBusyError', 'DatabaseAwayError', 'TimeoutError'],
  ...['TurnsFullError', 'RebuildRunningError', 'RotationRunningError', 'KeyNotEverywhereError'],
  'RefusedError',
]);

it('knows of every error class of the servers whether it is final', () => {
  const rooms = [
    'resilience',
    'contracts',
    'event-store',
    'vault',
    'http',
    'runtime',
    'notary',
    'command-service',
  ];
  const sources = [...rooms, 'projections', 'query-service', 'gateway', 'launcher'].flatMap((room) =>
    readdirSync(`${room}/src`, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/src/${file}`),
  );
  const names = sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/override readonly name(?:: string)? = '(\w+)'/g),
    ])
    .map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(passing.size);
  expect(names.filter((name) => isFinal(named(name)) === passing.has(name))).toEqual([]);
});
