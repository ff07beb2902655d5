import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { withSchemas } from '../src/schemas.ts';

export const nameSchema = v.object({ name: v.pipe(v.string(), v.minLength(2, 'Full name is required')) });

/** A route that returns the parsed body. */
export const echo = (app: FastifyInstance): void => {
  withSchemas(app).post(
    '/api/echo',
    { schema: { body: nameSchema, response: { 200: nameSchema } } },
    (request) => ({ name: request.body.name }),
  );
};
