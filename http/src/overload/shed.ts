import { ProblemError, texts } from '@pmcw/contracts';
import { Interruptions } from '@pmcw/resilience';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { importanceOf } from './importance.ts';
import type { Overload } from './overload.ts';

/** Differs, so that refused clients don't all return at once. */
const retryAfter = () => 1 + 2 * Math.random();

/** So few are no queue: whatever delays them, refusing one would not help the others. */
export const fewInFlight = 32;

/** The first hook, before a body is parsed. @throws ProblemError `unavailable` */
export function shed(overload: Pick<Overload, 'refuses' | 'level'>, logger: Pick<FastifyBaseLogger, 'warn'>) {
  const refused = new Interruptions((_, times) =>
    logger.warn({ pressure: overload.level, requests: times }, 'requests are refused: too much to do'),
  );
  let inFlight = 0;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    inFlight += 1;
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    const importance = importanceOf(request);
    if (importance === null || inFlight <= fewInFlight || !overload.refuses(importance)) return;
    refused.happened(null);
    throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: retryAfter() });
  };
}
