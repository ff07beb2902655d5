import * as v from 'valibot';

/** The kinds of ways in which a member signs in. */
export const signInMethodKinds = ['password', 'passkey', 'wallet', 'openid'] as const;
export type SignInMethodKind = (typeof signInMethodKinds)[number];

/** The id of the password among a member's ways to sign in. That of a wallet is its id in the member's list; passkeys have ids of their own. */
export const passwordMethodId = 'password';

/** A way to sign in, as its member sees it in `GET /api/user/sign-in-methods`. */
export const ownSignInMethodSchema = v.object({
  id: v.string(),
  kind: v.picklist(signInMethodKinds),
  addedAt: v.string(),
  /** What the member calls a passkey, or what the provider is called here; null of all others. */
  name: v.nullable(v.string()),
  /** When a passkey or an account at a provider last signed in or proved that it is the member; null when it never has, and of all others. */
  lastUsedAt: v.nullable(v.string()),
  /** Whether a passkey is on several devices of the member; null of all others. */
  isBackedUp: v.nullable(v.boolean()),
});
export type OwnSignInMethod = v.InferOutput<typeof ownSignInMethodSchema>;

/** A way to sign in beside the password, as whoever has a reset link of its member sees it. */
export const recoveryWaySchema = v.object({
  ...v.omit(ownSignInMethodSchema, ['isBackedUp']).entries,
  /** Of a wallet, null of all others. */
  network: v.nullable(v.string()),
  address: v.nullable(v.string()),
});
export type RecoveryWay = v.InferOutput<typeof recoveryWaySchema>;

/** `POST /api/reset-password/ways`: the one added first comes first. */
export const recoveryWaysSchema = v.array(recoveryWaySchema);

/** `GET /api/user/sign-in-methods`: the one added first comes first. */
export const ownSignInMethodsSchema = v.array(ownSignInMethodSchema);
