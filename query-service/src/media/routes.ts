import { Readable } from 'node:stream';
import { ProblemError, positionHeaders, positionSchema, texts } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { Media, MediaDescription } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { mayHear } from './queries.ts';
import { type ByteRange, rangeOf } from './ranges.ts';

export type KeptMedia = Pick<Media, 'describe' | 'read'>;

/** Images are re-encoded, recordings stored as they came. */
const mediaTypes = ['image/webp', 'audio/webm', 'audio/ogg', 'audio/mp4'] as const;

/** Per response. */
const partBytes = 256 * 1024;

/** Content never changes, but an erased member's images must leave caches: they are revalidated after a day. */
const imageCaching = 'public, max-age=86400, immutable';
/** Private: the app stores what it needs itself, and erases it when the listener logs out. */
const voiceCaching = 'no-store';

/** Makes the content harmless if opened as a page. */
const disarmed = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Reads the next part after the previous one was sent. */
async function* partsOf(media: KeptMedia, hash: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = from; at <= to; ) {
    const part = await media.read(hash, at, Math.min(partBytes, to + 1 - at));
    // Deleted during the transfer: the connection breaks off.
    if (part === null || part.length === 0) throw new Error('The media were forgotten while they were sent');
    yield part;
    at += part.length;
  }
}

const notFound = () => new ProblemError('not_found', texts.refusals.notFound);

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** A client with a part of another version needs the whole. */
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
  // For responses without a body the framework keeps the length only of streams.
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : partsOf(media, hash, range)));
}

/**
 * `GET /media/{hash}`: images for everyone, recordings for members who may hear them. Unknown, deleted and forbidden
 * media look the same.
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
        // An audio element sends no custom headers.
        querystring: v.object({ [positionHeaders.minPositionParam]: v.optional(positionSchema) }),
        described: {
          200: { description: 'The bytes', types: [...mediaTypes] },
          206: { description: 'The part that was asked for', types: [...mediaTypes] },
          304: { description: 'Not modified' },
          416: { description: 'There is no such part; `Content-Range` has the size' },
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
