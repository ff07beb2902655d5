import * as v from 'valibot';

export const openidStartSchema = v.object({ location: v.string() });

/** `GET /api/openid/pending`; missing data is empty. */
export const openidNewcomerSchema = v.object({
  label: v.string(),
  fullName: v.string(),
  email: v.string(),
});
export type OpenidNewcomer = v.InferOutput<typeof openidNewcomerSchema>;

/** The parameter `openid` after `GET /api/openid/callback`. */
export const openidOutcomes = [
  'signed-in',
  /** Not a member yet. */
  'sign-up',
  'added',
  'proved',
  'cancelled',
  /** Too late, already completed, or started in another browser. */
  'expired',
  'failed',
  'unavailable',
  'suspended',
  'taken',
  'present',
  /** The session changed in between. */
  'other-session',
  /** Not the linked account. */
  'other-account',
  /** The provider did not confirm a recent sign-in. */
  'unproved',
] as const;
export type OpenidOutcome = (typeof openidOutcomes)[number];
