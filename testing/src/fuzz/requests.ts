import fc from 'fast-check';
import { hostile, hostileText, inputOf } from './inputs.ts';
import type { JsonSchema, Operation } from './schemas.ts';

export interface FuzzedRequest {
  readonly method: string;
  readonly url: string;
  /** The body as sent; undefined for none. */
  readonly payload: string | undefined;
  readonly contentType: string | undefined;
}

const brokenBodies = [
  '{',
  '[1,',
  '"',
  'null',
  '""',
  '0',
  '[]',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1,"a":2}',
  `${'['.repeat(400)}${']'.repeat(400)}`,
  `{"content":"${'\\ud800'}"}`,
  '\ufeff{}',
];

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const escaped = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function parameterOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    ...(known.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...known), weight: 4 }]),
    { arbitrary: inputOf(schema).map((value) => escaped(asText(value))), weight: 3 },
    { arbitrary: hostileText.map(escaped), weight: 2 },
    { arbitrary: fc.constantFrom('%00', '%zz', '%', '..', '.', '%2e%2e', '%ff'), weight: 1 },
  );
}

function pathOf({ path, parameters }: Operation, known: readonly string[]): fc.Arbitrary<string> {
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema = {} }) => parameterOf(schema, known).map((value) => [`{${name}}`, value] as const));
  return fc
    .tuple(...values)
    .map((given) => given.reduce((url, [name, value]) => url.replace(name, () => value), path));
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema = {} }) =>
      fc.option(
        inputOf(schema).map((value) => `${name}=${escaped(asText(value))}`),
        { nil: undefined },
      ),
    );
  const odd = fc.option(
    fc.constantFrom('a', '=', '&', 'page=1&page=2', 'limit[]=1', '__proto__=1', '%zz=%'),
    {
      nil: undefined,
      freq: 12,
    },
  );
  return fc
    .tuple(...fields, odd)
    .map((given) => given.filter((field) => field !== undefined).join('&'))
    .map((query) => (query === '' ? '' : `?${query}`));
}

function bodyOf({ method, body }: Operation): fc.Arbitrary<string | undefined> {
  if (body === null) {
    if (method === 'GET') return fc.constant(undefined);
    const odd = fc.constantFrom<string | undefined>(undefined, '', '{}', ...brokenBodies);
    return fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: odd, weight: 1 });
  }
  return fc.oneof(
    { arbitrary: inputOf(body).map((value) => JSON.stringify(value)), weight: 12 },
    { arbitrary: hostile.map((value) => JSON.stringify(value)), weight: 1 },
    { arbitrary: fc.constantFrom(...brokenBodies), weight: 1 },
  );
}

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'x',
];

/** @param known existing ids, for parameters of the path */
export function requestsFor(operation: Operation, known: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const contentType = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 19 },
    { arbitrary: fc.constantFrom(...contentTypes), weight: 1 },
  );
  return fc
    .tuple(pathOf(operation, known), queryOf(operation), bodyOf(operation), contentType)
    .map(([path, query, payload, type]) => ({
      method: operation.method,
      url: path + query,
      payload,
      contentType: payload === undefined ? undefined : type,
    }));
}
