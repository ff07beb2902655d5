import { limits, ProblemError, texts } from '@pmcw/contracts';
import { requireSession } from '@pmcw/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Turns } from './turns.ts';

/** Base64 makes four bytes of three; the rest is the type, the other fields and the braces around them. */
const bodyWith = (bytes: number, rest: number): number => Math.ceil(bytes / 3) * 4 + rest;

/** Largest bodies of the routes that take uploads, in bytes; everywhere else the server's own limit holds. */
export const uploadBodyLimits = {
  images: bodyWith(limits.imageBytesMax, 4 * 1024),
  /** A recording may come with a text. */
  messages: bodyWith(limits.voiceBytesMax, 32 * 1024),
} as const;

/** A body of this many bytes is no upload: messages without a recording never wait for those with one. */
const smallBody = 64 * 1024;

/** An `onRequest` hook behind those that admit the member. @throws ProblemError `unavailable` when there is no room */
export type AdmitUpload = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Makes the `onRequest` hook of routes that take uploads: only a few large bodies are in memory at a time. The others
 * wait before they are read, so that what they send stays with the sender.
 */
export function admitUploads(): AdmitUpload {
  const turns = new Turns({ atOnce: 8, perMember: 4, waiting: 200, waitMs: 10_000 });
  return async (request, reply) => {
    // One that doesn't say how large it is (NaN) may be large.
    if (Number(request.headers['content-length']) <= smallBody) return;
    const release = await turns.take(requireSession(request).userId);
    if (reply.raw.destroyed) {
      release();
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
    }
    reply.raw.once('close', release);
  };
}
