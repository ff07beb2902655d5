// For types such as `summary` in route schemas.
export type {} from '@fastify/swagger';

import { type ProblemCode, parse } from '@pmcw/contracts';
import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import type * as v from 'valibot';
import { serializerOf } from './serializers.ts';

export interface DescribedAnswer {
  readonly description: string;
  readonly types?: readonly string[];
}

declare module 'fastify' {
  interface FastifySchema {
    /** In addition to every route's. */
    problems?: readonly ProblemCode[];
    /** By status: bytes of these types, or no body. */
    described?: Readonly<Record<number, DescribedAnswer>>;
  }
}

export interface ValibotTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  readonly serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown;
}

export const withSchemas = (app: FastifyInstance) => app.withTypeProvider<ValibotTypeProvider>();

function isValibot(schema: unknown): schema is v.GenericSchema {
  return typeof schema === 'object' && schema !== null && 'kind' in schema && schema.kind === 'schema';
}

/** Parses body, params and query once. Answers contain only their schema's fields. */
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
    return isValibot(schema) ? serializerOf(schema) : JSON.stringify;
  });
}
