import * as v from 'valibot';

/** Body of refusals, `application/problem+json`. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  code: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof problemSchema>;
