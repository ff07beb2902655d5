import * as v from 'valibot';
import { type FieldError, ProblemError } from './problem.ts';
import { texts } from './texts.ts';

/** The issues of a schema as fields with sentences: the first of each path. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? '';
    if (!byPath.has(path)) byPath.set(path, { path, message: issue.message });
  }
  return [...byPath.values()];
}

/**
 * Data from outside, checked once at the edge.
 * @throws ProblemError `invalid_input` with a sentence for each field that was not accepted
 */
export function parse<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const errors = fieldErrors(result.issues);
  throw new ProblemError('invalid_input', errors[0]?.message ?? texts.refusals.invalidInput, { errors });
}
