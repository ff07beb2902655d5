import { Readable } from 'node:stream';
import { ProblemError, positionHeaders, positionSchema, texts } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { Media, MediaDescription } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { mayHear } from './queries.ts';
import { type ByteRange, rangeOf } from './ranges.ts';

/** Where bytes are read from. */
export type KeptMedia = Pick<Media, 'describe' | 'read'>;

/** What is kept: images made anew, recordings as they came. */
const mediaTypes = ['image/webp', 'audio/webm', 'audio/ogg', 'audio/mp4'] as const;

/** Bytes in memory at a time, for one answer. */
const partBytes = 256 * 1024;

/**
 * An address names its bytes for ever, but who is erased must not stay in every cache on the way: after a day it is
 * asked for again, which costs an answer without a body.
 */
const imageCaching = 'public, max-age=86400, immutable';
/** Kept by the listener's browser alone, which asks each time: the message may be gone, or somebody else be signed in. */
const voiceCaching = 'private, no-cache';

/** Whatever the bytes are, opened as a page they can do nothing. */
const disarmed = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** The bytes, part by part, each read when the one before it has left. */
async function* partsOf(media: KeptMedia, hash: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = from; at <= to; ) {
    const part = await media.read(hash, at, Math.min(partBytes, to + 1 - at));
    // Forgotten meanwhile: the connection breaks off, for what was promised can't be had any more.
    if (part === null || part.length === 0) throw new Error('The media were forgotten while they were sent');
    yield part;
    at += part.length;
  }
}

const notFound = () => new ProblemError('not_found', texts.refusals.notFound);

/** Whether the client has these bytes already. */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** A client that has a part of something else wants the whole. */
function rangeHeader({ headers }: FastifyRequest, etag: string): string | undefined {
  return headers['if-range'] === undefined || headers['if-range'] === etag ? headers.range : undefined;
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  media: KeptMedia,
  hash: string,
  { mediaType, size }: MediaDescription,
): FastifyReply {
  const etag = `"${hash}"`;
  void reply.headers({
    etag,
    'cache-control': mediaType.startsWith('image/') ? imageCaching : voiceCaching,
    'content-security-policy': disarmed,
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
  });
  if (isKnown(request, etag)) return reply.code(304).send();
  const asked = rangeOf(rangeHeader(request, etag), size);
  if (asked === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const range = asked === 'whole' ? { from: 0, to: size - 1 } : asked;
  if (asked !== 'whole') reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
  void reply.type(mediaType).header('content-length', range.to + 1 - range.from);
  // Of an answer without a body the framework keeps the length only where it is a stream.
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : partsOf(media, hash, range)));
}

/**
 * `GET /media/{hash}`: images to everybody, recordings to those who may hear them. What is unknown, forgotten or not
 * for this client looks the same.
 */
export function addMediaRoutes(app: FastifyInstance, { db, upToDate }: Deps, media: KeptMedia): void {
  const catchUp = upToDate('messages', 'accounts');

  withSchemas(app).get(
    '/media/:hash',
    {
      schema: {
        tags: ['media'],
        summary: 'An image, or a recording for those who may hear it; parts by `Range`',
        params: v.object({ hash: v.string() }),
        // An audio element sends no headers of the app's.
        querystring: v.object({ [positionHeaders.minPositionParam]: v.optional(positionSchema) }),
        described: {
          200: { description: 'The bytes', types: [...mediaTypes] },
          206: { description: 'The part that was asked for', types: [...mediaTypes] },
          304: { description: 'What the client has is it still' },
          416: { description: 'There is no such part; `Content-Range` tells the size' },
        },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { hash } = request.params;
      void reply.header('cache-control', 'no-store');
      const found = await media.describe(hash);
      if (found === null) throw notFound();
      if (!found.mediaType.startsWith('image/')) {
        if (request.session === null) throw notFound();
        await catchUp(request, reply);
        if (!(await mayHear(db, request.session.userId, hash))) throw notFound();
      }
      return answer(request, reply, media, hash, found);
    },
  );
}
