import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { wholeDocument } from './wholeDocument.ts';

/** `GET /api/openapi.json`. @param commandServices addresses of command services in other processes */
export function addDocumentation(app: FastifyInstance, commandServices: readonly string[]): void {
  app.get(
    '/api/openapi.json',
    {
      config: { session: false },
      schema: {
        tags: ['documentation'],
        summary: 'This document',
        response: { 200: v.record(v.string(), v.unknown()) },
      },
    },
    (request) => wholeDocument(app.swagger(), commandServices, request.log),
  );
}
