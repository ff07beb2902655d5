import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freshDatabase } from '@pmcw/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReady, startPart } from '../test/parts.ts';
import { publicUrl, type RunningProduct, runProduct } from '../test/product.ts';
import { root } from './places.ts';

const operationSchema = v.looseObject({
  summary: v.optional(v.string(), ''),
  tags: v.optional(v.array(v.string()), []),
  security: v.optional(v.array(v.unknown()), []),
  responses: v.record(v.string(), v.looseObject({ description: v.optional(v.string(), '') })),
});
const documentSchema = v.looseObject({ paths: v.record(v.string(), v.record(v.string(), operationSchema)) });
type Document = v.InferOutput<typeof documentSchema>;
type Operation = v.InferOutput<typeof operationSchema>;

const documentAt = async (url: string): Promise<Document> =>
  v.parse(documentSchema, await (await fetch(`${url}/api/openapi.json`)).json());
const namesOf = ({ paths }: Document): string[] =>
  Object.entries(paths).flatMap(([where, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${where}`),
  );

/** Codes of refusal of an operation, for any status. */
const codesOf = ({ responses }: Operation): string[] =>
  Object.values(responses).flatMap(({ description }) =>
    [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );

/** Missing parts of an operation's documentation. */
function missingOf(name: string, operation: Operation): string[] {
  const [method = '', where = ''] = name.split(' ');
  const codes = codesOf(operation);
  const isWrite = method !== 'GET';
  const names = /\{\w+\}/.test(where);
  // Redirects answer with 303, and the socket with 101.
  const hasAnswer = Object.keys(operation.responses).some((status) => /^(101|2|303)/.test(status));
  const wanted = [
    ...['invalid_input', 'internal', 'unavailable'],
    // uWebSockets.js closes such a connection without an answer.
    ...(where === '/ws' ? [] : ['request_timeout', 'headers_too_large']),
    ...(isWrite ? ['foreign_origin', 'too_large', 'unsupported_media_type'] : []),
    ...(operation.security.length > 0 ? ['not_signed_in'] : []),
    ...(operation.security.length > 0 && isWrite && where !== '/graphql' ? ['suspended'] : []),
    ...(where.startsWith('/api/admin/') ? ['not_signed_in', 'forbidden'] : []),
    ...(names ? ['not_found'] : []),
  ];
  return [
    ...(operation.summary === '' ? ['a summary'] : []),
    ...(operation.tags.length === 0 ? ['a tag'] : []),
    ...(hasAnswer ? [] : ['an answer']),
    ...wanted.filter((code) => !codes.includes(code)),
  ];
}

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct();
});
afterAll(() => product.stop());

describe('/api/openapi.json', () => {
  it('documents every operation with its answers and refusals', async () => {
    const { paths } = await documentAt(product.url);
    const missing = Object.entries(paths).flatMap(([where, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const name = `${method.toUpperCase()} ${where}`;
        const lacks = missingOf(name, operation);
        return lacks.length === 0 ? [] : [`${name}: ${lacks.join(', ')}`];
      }),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(paths).length).toBeGreaterThan(40);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/ws', '/healthz', '/readyz', '/metrics']));
    expect(Object.keys(paths['/media/{hash}']?.get?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '206', '304', '416']),
    );
  });

  it('is the same from a query service beside a command service, in separate processes', async () => {
    const database = await freshDatabase();
    try {
      const settings = {
        DATABASE_URL: database.url,
        VAULT_KEY: randomBytes(32).toString('base64'),
        PUBLIC_URL: publicUrl,
        DISPATCH_SECRET: randomBytes(32).toString('hex'),
        APP_FILES: path.join(root, 'pwa'),
      };
      const [commands, projector] = await Promise.all([
        startPart('command-service', settings),
        startPart('projections', settings),
      ]);
      const queries = await startPart('query-service', { ...settings, COMMAND_SERVICE_URL: commands.url });
      await Promise.all([commands, projector, queries].map(isReady));
      const [apart, whole] = await Promise.all([documentAt(queries.url), documentAt(product.url)]);
      expect(namesOf(apart).sort()).toEqual(namesOf(whole).sort());
      expect(apart.paths).toEqual(whole.paths);
      await Promise.all([commands, projector, queries].map((part) => part.stop()));
    } finally {
      await database.drop();
    }
  }, 120_000);
});
