import * as v from 'valibot';
import { type FieldError, ProblemError } from './problem.ts';
import { texts } from './texts.ts';
import { validationTexts } from './validationTexts.ts';

export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? '';
    if (!byPath.has(path)) byPath.set(path, { path, message: issue.message });
  }
  return [...byPath.values()];
}

/** Postgres can't hold NUL, and UTF-8 no lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Deeper bodies are attempts to exhaust the stack. */
const maxDepth = 16;

function unstorablePath(input: unknown, path: string, depth = 0): string | null {
  if (typeof input === 'string') return unstorable.test(input) ? path : null;
  if (typeof input !== 'object' || input === null) return null;
  if (depth === maxDepth) return path;
  for (const [key, value] of Object.entries(input)) {
    const below = path === '' ? key : `${path}.${key}`;
    const found = unstorable.test(key) ? path : unstorablePath(value, below, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** So that valibot reports the field's message from the spec instead of 'Invalid key'. */
function withMissingFields(schema: v.GenericSchema, input: unknown): unknown {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return input;
  const given = input ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return input;
  return { ...Object.fromEntries(Object.keys(schema.entries).map((key) => [key, undefined])), ...given };
}

/** @throws ProblemError `invalid_input` */
export function parse<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const path = unstorablePath(input, '');
  if (path !== null) throw invalid([{ path, message: validationTexts.invalidValue }]);
  const result = v.safeParse(schema, withMissingFields(schema, input), {
    message: validationTexts.invalidValue,
  });
  if (result.success) return result.output;
  throw invalid(fieldErrors(result.issues));
}

const invalid = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('invalid_input', errors[0]?.message ?? texts.refusals.invalidInput, { errors });
