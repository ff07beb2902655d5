import * as v from 'valibot';

/** What there is at the door beside username and password, `GET /api/sign-in-options`: by the settings of the servers. */
export const signInOptionsSchema = v.object({
  /** Whether a forgotten password is helped by a mail (`POST /api/forgot-password`); else administrators give out links. */
  resetByMail: v.boolean(),
  /** The OpenID provider by which members sign in, too, and what it is called; null where there is none. */
  openid: v.nullable(v.object({ label: v.string() })),
});
export type SignInOptions = v.InferOutput<typeof signInOptionsSchema>;
