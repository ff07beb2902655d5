import { ProblemError, texts } from '@pmcw/contracts';
import { Interruptions } from '@pmcw/resilience';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { importanceOf } from './importance.ts';
import type { Overload } from './overload.ts';

/** Differs, so that refused clients don't all return at once. */
const retryAfter = () => 1 + 2 * Math.random();

/** The first hook, before a body is parsed. @throws ProblemError `unavailable` */
export function shed(
  overload: Pick<Overload, 'enter' | 'refuses' | 'level'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
) {
  const refused = new Interruptions((_, times) =>
    logger.warn({ pressure: overload.level, requests: times }, 'requests are refused: too much to do'),
  );
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.raw.once('close', overload.enter());
    const importance = importanceOf(request);
    if (importance === null || !overload.refuses(importance)) return;
    refused.happened(null);
    throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: retryAfter() });
  };
}
