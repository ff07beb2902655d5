import { parse, positionHeaders, positionSchema } from '@pmcw/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** Running read models never lag for longer. */
const seenMaxAge = 60;

/** As headers `x-position` and `x-incarnation`, and cookie `seen`. */
export function answerPosition(reply: FastifyReply, position: string | bigint): void {
  const own = BigInt(position);
  const { current } = reply.server.incarnations;
  void reply.header(positionHeaders.position, String(own)).header(positionHeaders.incarnation, current);
  const seen = later(own, seenCookie(reply.request));
  reply.setCookie(positionHeaders.cookie, `${current}.${seen}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.server.site.secure,
    maxAge: seenMaxAge,
  });
}

export interface AskedPositions {
  /** Of the caller's last write, by the cookie `seen`; 0 if there was none lately. */
  readonly own: bigint;
  /** That the answer should have: the latest of `own`, header `x-min-position` and parameter `min-position`. */
  readonly wanted: bigint;
}

/**
 * Ignores a broken cookie, and positions of another incarnation, which the log need not reach.
 * @throws ProblemError `invalid_input`
 */
export function askedPositions(request: FastifyRequest): AskedPositions {
  const own = seenCookie(request);
  return { own, wanted: later(own, namedPosition(request)) };
}

function namedPosition(request: FastifyRequest): bigint {
  const { minPosition, minPositionParam } = positionHeaders;
  const query = v.is(querySchema, request.query) ? request.query : {};
  const input = { [minPosition]: request.headers[minPosition], [minPositionParam]: query[minPositionParam] };
  const asked = Object.values(parse(askedSchema, input));
  if (!isCurrent(request, request.headers[positionHeaders.incarnation])) return 0n;
  return asked.reduce((latest, position) => later(BigInt(position ?? 0), latest), 0n);
}

const querySchema = v.record(v.string(), v.unknown());
const askedSchema = v.object({
  [positionHeaders.minPosition]: v.optional(positionSchema),
  [positionHeaders.minPositionParam]: v.optional(positionSchema),
});

function seenCookie(request: FastifyRequest): bigint {
  const [incarnation, position] = request.cookies[positionHeaders.cookie]?.split('.') ?? [];
  const isMeant = incarnation !== undefined && isCurrent(request, incarnation);
  return isMeant && v.is(positionSchema, position) ? BigInt(position) : 0n;
}

const isCurrent = (request: FastifyRequest, incarnation: unknown): boolean =>
  incarnation === undefined || incarnation === request.server.incarnations.current;

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
