import fc from 'fast-check';
import type { JsonSchema } from './schemas.ts';

/** Texts that have broken other servers, for any field, path or query. */
const hostileStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\r\nset-cookie: a=b',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%zz',
  "' or 1=1 --",
  "'; drop schema vault cascade; --",
  '$1',
  '%',
  '_',
  '\\',
  '*',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:audio/webm;base64,GkXfow==',
  `\${7*7}`,
  '{{7*7}}',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  '１２３',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  '[erased]',
  'İstanbul',
  'ß',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  'x'.repeat(300),
  'x'.repeat(5_000),
  'é'.repeat(4_001),
] as const;

const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE] as const;

const hostileThings = [
  null,
  [],
  [[]],
  {},
  { length: 1 },
  { toString: 1 },
  { $ne: null },
  { constructor: { prototype: { isAdmin: true } } },
] as const;

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileStrings),
  fc.constantFrom<unknown>(...hostileNumbers),
  fc.constantFrom<unknown>(...hostileThings),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom<string>(...hostileStrings),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

function stringOf({ pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const plain = fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) });
  if (pattern === undefined) return fc.oneof(plain, fc.emailAddress(), fc.webUrl());
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 200 });
  } catch {
    // No strings can be generated for look-arounds.
    return plain;
  }
}

/** JSON Schema does not express every rule. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inputOf));
  if (schema.allOf !== undefined) return fc.oneof(...schema.allOf.map(inputOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const { minimum: min = -10, maximum: max = 1_000 } = schema;
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.min(max, 1_000)) });
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 1_000 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inputOf(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return objectOf(schema);
    default:
      return hostile;
  }
}

/**
 * Optional fields are missing half of the time, because generated fields rarely fit each other (a password and its
 * repetition). Sometimes a required field is missing, or there is an extra one.
 */
function objectOf({
  properties = {},
  required = Object.keys(properties),
}: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, inputOf(of)]));
  const own = fc.record(fields, { requiredKeys: [] });
  const whole = fc.record(fields, { requiredKeys: required.filter((key) => Object.hasOwn(fields, key)) });
  const more = fc.dictionary(fc.constantFrom('__proto__', 'isAdmin', 'userId', 'id', ''), hostile, {
    maxKeys: 1,
  });
  return fc
    .tuple(fc.oneof({ arbitrary: whole, weight: 4 }, { arbitrary: own, weight: 1 }), more)
    .map(([given, added]) => ({ ...given, ...added }));
}

export function inputOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema), weight: 5 }, { arbitrary: hostile, weight: 1 });
}
