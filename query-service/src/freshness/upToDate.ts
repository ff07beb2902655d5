import { ProblemError, positionHeaders, texts } from '@pmcw/contracts';
import { askedPositions } from '@pmcw/http';
import type { ModelName } from '@pmcw/projections/tables';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatchUp } from './catchUp.ts';
import type { Made } from './made.ts';

/** Makes the `preHandler` of a route that reads these models. */
export type UpToDate = (
  ...models: readonly ModelName[]
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Queries of a read model that does not exist yet get 503 with Retry-After. A query with a position waits for it. If
 * the wait was not enough, the writer of a missing event gets 503 as well, unless a model has stopped; others get what
 * there is, with the number of missing positions and its age (docs/decisions/http-overload.md). With an incarnation a
 * query gets 503 while the models are of another, so that a device never mixes positions of two.
 */
export function upToDateWith(catchUp: CatchUp, made: Made): UpToDate {
  return (...models) =>
    async (request, reply) => {
      await made.require(models);
      const { own, wanted } = askedPositions(request);
      const known = request.headers[positionHeaders.incarnation];
      if (wanted === 0n && known === undefined) return;
      // Models of another incarnation have reached nothing.
      const isOverloaded = request.server.overload.level > 0;
      const asked = wanted === 0n ? 1n : wanted;
      const missing = await catchUp.reach(models, asked, { gone: goneSignal(reply), isOverloaded });
      if (known !== undefined) await made.requireIncarnation(models, known);
      if (wanted === 0n || missing === 0n) return;
      if (catchUp.missing(models, own) > 0n && !catchUp.isStopped(models)) {
        throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
      }
      const { lag, age } = positionHeaders;
      void reply.headers({ [lag]: String(missing), [age]: catchUp.secondsBehind(models) });
    };
}

export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
