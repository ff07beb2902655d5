import * as v from 'valibot';

export const signInMethodKinds = ['password', 'passkey', 'wallet', 'openid'] as const;
export type SignInMethodKind = (typeof signInMethodKinds)[number];

/** Wallets have the id of the member's list. */
export const passwordMethodId = 'password';

export const ownSignInMethodSchema = v.object({
  id: v.string(),
  kind: v.picklist(signInMethodKinds),
  addedAt: v.string(),
  /** Of passkeys and providers. */
  name: v.nullable(v.string()),
  /** Of passkeys and providers; null if never used. */
  lastUsedAt: v.nullable(v.string()),
  /** Whether a passkey is on several devices; null for other methods. */
  isBackedUp: v.nullable(v.boolean()),
  /** Of a passkey, as in WebAuthn; null for other methods. */
  credentialId: v.nullable(v.string()),
});
export type OwnSignInMethod = v.InferOutput<typeof ownSignInMethodSchema>;

export const recoveryWaySchema = v.object({
  ...v.omit(ownSignInMethodSchema, ['isBackedUp', 'credentialId']).entries,
  network: v.nullable(v.string()),
  address: v.nullable(v.string()),
});
export type RecoveryWay = v.InferOutput<typeof recoveryWaySchema>;

/** `POST /api/reset-password/ways`, oldest first. */
export const recoveryWaysSchema = v.array(recoveryWaySchema);

/** `GET /api/user/sign-in-methods`, oldest first. */
export const ownSignInMethodsSchema = v.array(ownSignInMethodSchema);
