import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ProblemError } from '@pmcw/contracts';

/** A refusal without a framework; its headers keep it from being executed, framed or cached. */
export function plainProblem(refusal: ProblemError): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(refusal.toProblem());
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': randomUUID(),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(refusal.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(refusal.retryAfter)) }),
  };
  return { headers, body };
}

export function rawProblem(refusal: ProblemError): string {
  const { headers, body } = plainProblem(refusal);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n');
}
