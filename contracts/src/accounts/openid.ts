import * as v from 'valibot';

/** Where the browser goes on: the provider's page, which is of another site. */
export const openidStartSchema = v.object({ location: v.string() });

/** Who came from the provider and is not a member yet, `GET /api/openid/pending`: what it said of them, empty where it said nothing. */
export const openidNewcomerSchema = v.object({
  /** What the provider is called here. */
  label: v.string(),
  fullName: v.string(),
  email: v.string(),
});
export type OpenidNewcomer = v.InferOutput<typeof openidNewcomerSchema>;

/** What the parameter `openid` tells the screen to which `GET /api/openid/callback` leads. */
export const openidOutcomes = [
  'signed-in',
  /** Not a member yet: they may register, or sign in to an account and link it. */
  'sign-up',
  'added',
  'proved',
  'cancelled',
  /** The way back took too long, was gone before, or began in another browser. */
  'expired',
  /** The provider's answer was not one to rely on. */
  'failed',
  'unavailable',
  'suspended',
  /** The account at the provider is another member's. */
  'taken',
  /** The member has one at this provider already. */
  'present',
  /** Another session is here now than the one that began it. */
  'other-session',
  /** Not the account by which the member signs in. */
  'other-account',
  /** The provider did not say that they signed in there just now. */
  'unproved',
] as const;
export type OpenidOutcome = (typeof openidOutcomes)[number];
