import { positionHeaders } from '@pmcw/contracts';
import { minPositionOf } from '@pmcw/http';
import type { ModelName } from '@pmcw/projections/tables';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatchUp } from './catchUp.ts';
import type { Made } from './made.ts';

/** Makes the `preHandler` of a route that reads these models. */
export type UpToDate = (
  ...models: readonly ModelName[]
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Queries of a read model that does not exist yet get 503 with Retry-After. A query with a position waits for it; if
 * the wait was not enough, `x-projection-lag` is the number of missing positions. With an incarnation it gets 503 while
 * the models are of another, so that a device never mixes positions of two.
 */
export function upToDateWith(catchUp: CatchUp, made: Made): UpToDate {
  return (...models) =>
    async (request, reply) => {
      await made.require(models);
      const position = minPositionOf(request);
      const known = request.headers[positionHeaders.incarnation];
      if (position === 0n && known === undefined) return;
      // Models of another incarnation have reached nothing.
      const lag = await catchUp.reach(models, position === 0n ? 1n : position, goneSignal(reply));
      if (known !== undefined) await made.requireIncarnation(models, known);
      if (position > 0n && lag > 0n) void reply.header(positionHeaders.lag, String(lag));
    };
}

export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
