import { type ProofClass, proved } from '@pmcw/http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Proofs } from './authority.ts';
import { type GivenType, proofOf } from './proofOf.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Everything that the route may do; each route that writes says so. */
    gives?: readonly GivenType[];
  }
}

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
/** From the weakest on. */
const classes = ['none', 'moderation', 'credentials'] as const satisfies readonly ProofClass[];

/** What any command of a route needs at least; the rest is decided with the command (`handle`). */
function weakestOf({ method, url, config }: RouteOptions): ProofClass {
  const given = config?.gives;
  if (given !== undefined) {
    return classes.find((proofClass) => given.some((type) => proofOf[type] === proofClass)) ?? 'none';
  }
  if ([method].flat().every((each) => readMethods.includes(each))) return 'none';
  throw new Error(`${method} ${url} does not say which commands it gives`);
}

/**
 * Has the routes that are added from here on ask for a proof before body and params are looked at, by what they give, and say so
 * in the OpenAPI document. A route that writes and does not say what it gives ends the start.
 */
export function askForProofs(app: FastifyInstance, { vault }: Proofs): void {
  app.addHook('onRoute', (route) => {
    const proofClass = weakestOf(route);
    const given = route.config?.gives ?? [];
    if (given.some((type) => proofOf[type] !== 'none')) {
      route.schema = {
        ...route.schema,
        problems: [...(route.schema?.problems ?? []), 'fresh_proof_required'],
      };
    }
    if (proofClass === 'none') return;
    route.onRequest = [...[route.onRequest ?? []].flat(), proved(vault.sessions, proofClass)];
  });
}
