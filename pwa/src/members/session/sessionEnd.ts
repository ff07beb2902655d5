import type { SignedOutReason } from '@pmcw/contracts';

/** Why the session ended; `unknown` if the server only no longer knows it. */
export type SessionEnd = SignedOutReason | 'unknown';

/** Ends after which the sign-in form comes next, with the reason above it. */
const endsAtSignIn = ['ended_elsewhere', 'expired', 'password_changed', 'suspended', 'unknown'] as const;
export type EndAtSignIn = (typeof endsAtSignIn)[number];

/** Other reasons are shown as toasts. */
export const isEndAtSignIn = (end: SessionEnd): end is EndAtSignIn =>
  endsAtSignIn.some((candidate) => candidate === end);

/** Where members are redirected; a deleted account has nothing to sign in to (spec §4). */
export const screenAfter = (end: SessionEnd | null): '/' | '/auth' => (end === 'deleted' ? '/' : '/auth');
