import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ProblemError } from '@pmcw/contracts';

/** A refusal as bytes for a connection on which no request is to be answered in the usual way; it is closed then. */
export function rawProblem(refusal: ProblemError): string {
  const body = JSON.stringify(refusal.toProblem());
  const all = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': randomUUID(),
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(refusal.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(refusal.retryAfter)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n');
}
