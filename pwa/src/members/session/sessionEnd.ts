import type { SignedOutReason } from '@pmcw/contracts';

/** Why nobody is signed in any more: as the server said it; `unknown` when it only no longer knows the session. */
export type SessionEnd = SignedOutReason | 'unknown';

/** Ends after which signing in again is what comes next, so the reason stands above that form. */
const endsAtSignIn = ['ended_elsewhere', 'expired', 'password_changed', 'suspended', 'unknown'] as const;
export type EndAtSignIn = (typeof endsAtSignIn)[number];

/** Whether the reason stands above the sign-in form; all others are told in passing. */
export const isEndAtSignIn = (end: SessionEnd): end is EndAtSignIn =>
  endsAtSignIn.some((candidate) => candidate === end);

/** Where those go who were on a screen for members: somebody whose account is gone has nothing to sign in to (spec §4). */
export const screenAfter = (end: SessionEnd | null): '/' | '/auth' => (end === 'deleted' ? '/' : '/auth');
