import { type ProofClass, proved } from '@pmcw/http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Proofs } from './authority.ts';
import { type GivenType, proofOf } from './proofOf.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** That the route handles; they decide its proof. Required for routes that write. */
    commands?: readonly GivenType[];
  }
}

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
/** From weakest to strongest. */
const classes = ['none', 'moderation', 'credentials'] as const satisfies readonly ProofClass[];

/** `handle` checks the rest. */
function weakestOf({ method, url, config }: RouteOptions): ProofClass {
  const commands = config?.commands;
  if (commands !== undefined) {
    return classes.find((proofClass) => commands.some((type) => proofOf[type] === proofClass)) ?? 'none';
  }
  if ([method].flat().every((each) => readMethods.includes(each))) return 'none';
  throw new Error(`${method} ${url} does not name its commands`);
}

/**
 * Proofs are checked before body and params are parsed, and documented in OpenAPI. A writing route without commands
 * fails the start.
 */
export function askForProofs(app: FastifyInstance, { vault }: Proofs): void {
  app.addHook('onRoute', (route) => {
    const proofClass = weakestOf(route);
    const commands = route.config?.commands ?? [];
    if (commands.some((type) => proofOf[type] !== 'none')) {
      route.schema = {
        ...route.schema,
        problems: [...(route.schema?.problems ?? []), 'fresh_proof_required'],
      };
    }
    if (proofClass === 'none') return;
    route.onRequest = [...[route.onRequest ?? []].flat(), proved(vault.sessions, proofClass)];
  });
}
