import { limits, ProblemError, texts } from '@pmcw/contracts';
import { requireSession } from '@pmcw/http';
import { Turns } from '@pmcw/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { busy } from './busy.ts';

/** Base64 makes four bytes of three. */
const bodyWith = (bytes: number, rest: number): number => Math.ceil(bytes / 3) * 4 + rest;

export const uploadBodyLimits = {
  images: bodyWith(limits.imageBytesMax, 4 * 1024),
  /** A recording may come with a text. */
  messages: bodyWith(limits.voiceBytesMax, 32 * 1024),
} as const;

/** Messages without a recording never wait for those with one. */
const smallBody = 64 * 1024;

/** An `onRequest` hook after those that admit members. @throws ProblemError `unavailable` */
export type AdmitUpload = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Large bodies wait before they are read, so that their bytes stay with the sender. */
export function admitUploads(): AdmitUpload {
  const turns = new Turns({ atOnce: 8, perKey: 4, waiting: 200, waitMs: 10_000, refusal: busy });
  return async (request, reply) => {
    // One of unknown size (NaN) may be large.
    if (Number(request.headers['content-length']) <= smallBody) return;
    const release = await turns.take(requireSession(request).userId);
    if (reply.raw.destroyed) {
      release();
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
    }
    reply.raw.once('close', release);
  };
}
