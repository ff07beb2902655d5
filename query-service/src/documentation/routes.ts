import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { socketPath } from './socket.ts';
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
    (request) => {
      const own = app.swagger();
      const withSocket = { ...own, paths: { ...own.paths, '/ws': socketPath } };
      return wholeDocument(withSocket, commandServices, request.log);
    },
  );
}
