import { createHash } from 'node:crypto';
import { positionHeaders } from '@pmcw/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The ETag of a content. */
export const etagOf = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/**
 * An `onSend` hook of reads: lets the browser keep the answer, and answers 304 while it is the same. An answer that
 * lags is not kept, because a later 304 would not remove its headers; one that sets a cookie neither.
 */
export async function revalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  if (reply.hasHeader(positionHeaders.lag) || reply.hasHeader('set-cookie')) return payload;
  const etag = etagOf(payload);
  void reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] !== etag) return payload;
  void reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}
