import { parse, positionHeaders, positionSchema } from '@pmcw/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** Seconds that the `seen` cookie lives: read models are never behind for longer while they run at all. */
const seenMaxAge = 60;

/**
 * Tells the client how far the log was after its command: as the header `x-position`, and as the cookie `seen`
 * which its next queries bring along by themselves (design "Reading your own writes").
 */
export function answerPosition(reply: FastifyReply, position: string | bigint): void {
  const own = BigInt(position);
  void reply.header(positionHeaders.position, String(own));
  const seen = later(own, seenCookie(reply.request));
  reply.setCookie(positionHeaders.cookie, String(seen), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.server.site.secure,
    maxAge: seenMaxAge,
  });
}

/**
 * The position that the answer to a query must include: the later of cookie `seen` and header `x-min-position`,
 * "0" when neither is there. A broken cookie is ignored.
 * @throws ProblemError `invalid_input` when the header is no position
 */
export function minPositionOf(request: FastifyRequest): bigint {
  const header = request.headers[positionHeaders.minPosition];
  if (header === undefined) return seenCookie(request);
  const input = { [positionHeaders.minPosition]: header };
  const asked = parse(headerSchema, input)[positionHeaders.minPosition];
  return later(BigInt(asked), seenCookie(request));
}

const headerSchema = v.object({ [positionHeaders.minPosition]: positionSchema });

function seenCookie(request: FastifyRequest): bigint {
  const cookie = request.cookies[positionHeaders.cookie];
  return v.is(positionSchema, cookie) ? BigInt(cookie) : 0n;
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
