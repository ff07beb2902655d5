// Brings `summary`, `tags` and the like into the schemas of routes, here and for whoever imports this room.
export type {} from '@fastify/swagger';

import { type ProblemCode, parse } from '@pmcw/contracts';
import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import * as v from 'valibot';

/** An answer that the OpenAPI document tells in words. */
export interface DescribedAnswer {
  readonly description: string;
  readonly types?: readonly string[];
}

declare module 'fastify' {
  interface FastifySchema {
    /** The refusals that are the route's own; those of every route (no session, no JSON, …) are added by themselves. */
    problems?: readonly ProblemCode[];
    /** Answers that are made from no schema, by status: bytes of these types, or without a body where there is none. */
    described?: Readonly<Record<number, DescribedAnswer>>;
  }
}

/** Types what handlers get and answer by the valibot schemas of their route. */
export interface ValibotTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  readonly serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown;
}

/** The app as routes with valibot schemas see it. */
export const withSchemas = (app: FastifyInstance) => app.withTypeProvider<ValibotTypeProvider>();

/** A schema as fastify hands it over, which takes any kind. */
function isValibot(schema: unknown): schema is v.GenericSchema {
  return typeof schema === 'object' && schema !== null && 'kind' in schema && schema.kind === 'schema';
}

/**
 * Makes the schemas of all routes of this app valibot ones: body, params and query are parsed once, before the handler.
 * Answers are made from the fields of their schema: what a handler has beyond them never leaves.
 */
export function useValibot(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => {
    if (!isValibot(schema)) throw new TypeError('Routes take valibot schemas');
    return (input: unknown) => {
      try {
        return { value: parse(schema, input) };
      } catch (error) {
        return { error: error instanceof Error ? error : new Error('Validation failed') };
      }
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    if (!isValibot(schema)) return JSON.stringify;
    return (answer: unknown) => JSON.stringify(v.parse(schema, answer));
  });
}
