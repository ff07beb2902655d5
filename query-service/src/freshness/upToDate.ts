import { positionHeaders } from '@pmcw/contracts';
import { minPositionOf } from '@pmcw/http';
import type { ModelName } from '@pmcw/projections/tables';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatchUp } from './catchUp.ts';
import type { Made } from './made.ts';

/** Makes the `preHandler` of a route that answers from these read models. */
export type UpToDate = (
  ...models: readonly ModelName[]
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * A query of a model that is still to be made is told to come again. One that brings a position along waits for it; one that waited in vain says by `x-projection-lag` how many
 * positions are missing.
 */
export function upToDateWith(catchUp: CatchUp, made: Made): UpToDate {
  return (...models) =>
    async (request, reply) => {
      await made.require(models);
      const position = minPositionOf(request);
      if (position === 0n) return;
      const lag = await catchUp.reach(models, position, goneSignal(reply));
      if (lag > 0n) void reply.header(positionHeaders.lag, String(lag));
    };
}

/** Aborts when the client has closed the connection before it was answered. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
