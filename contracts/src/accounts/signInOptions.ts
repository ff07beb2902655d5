import * as v from 'valibot';

/** `GET /api/sign-in-options`, beside username and password. */
export const signInOptionsSchema = v.object({
  /** Whether passwords can be reset by mail; otherwise administrators give out links. */
  resetByMail: v.boolean(),
  openid: v.nullable(v.object({ label: v.string() })),
});
export type SignInOptions = v.InferOutput<typeof signInOptionsSchema>;
