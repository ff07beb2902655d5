import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asOneLine } from '../text/actions.ts';

const base64url = (most: number) =>
  v.pipe(
    v.string(validation.invalidValue),
    v.maxLength(most, validation.tooLong),
    v.regex(/^[\w-]+$/, validation.invalidValue),
  );

/** Up to 1,023 bytes (WebAuthn). */
const credentialId = base64url(1_364);

const transportsSchema = v.array(
  v.pipe(v.string(validation.invalidValue), v.maxLength(32, validation.tooLong)),
);
const descriptorsSchema = v.array(
  v.object({ type: v.literal('public-key'), id: v.string(), transports: v.array(v.string()) }),
);

/** `POST /api/user/passkeys/options` (WebAuthn, `parseCreationOptionsFromJSON`). */
export const passkeyCreationSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: descriptorsSchema,
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});
export type PasskeyCreation = v.InferOutput<typeof passkeyCreationSchema>;

/** WebAuthn, `parseRequestOptionsFromJSON`; without `allowCredentials` any of the site's. */
export const passkeyRequestSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  allowCredentials: descriptorsSchema,
});
export type PasskeyRequest = v.InferOutput<typeof passkeyRequestSchema>;

const newCredentialSchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key', validation.invalidValue),
  response: v.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(16_384),
    transports: v.optional(v.pipe(transportsSchema, v.maxLength(16, validation.tooLong))),
  }),
});
export type NewCredential = v.InferOutput<typeof newCredentialSchema>;

export const passkeyAnswerSchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key', validation.invalidValue),
  response: v.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(4_096),
    signature: base64url(8_192),
    userHandle: v.nullish(base64url(128)),
  }),
});
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswerSchema>;

const passkeyNameSchema = v.pipe(
  v.string(validation.invalidValue),
  asOneLine(),
  v.minLength(1, validation.invalidValue),
  v.maxLength(limits.passkeyNameMax, validation.tooLong),
);

/** The name defaults to the authenticator's. */
export const addPasskeyBodySchema = v.object({
  credential: newCredentialSchema,
  name: v.optional(passkeyNameSchema),
});
export type AddPasskeyBody = v.InferOutput<typeof addPasskeyBodySchema>;

/** `PATCH /api/user/passkeys/{id}`. */
export const renamePasskeyBodySchema = v.object({ name: passkeyNameSchema });

/** Answer to `POST /api/user/passkeys`. */
export const addedPasskeySchema = v.object({ id: v.string(), name: v.string() });
export type AddedPasskey = v.InferOutput<typeof addedPasskeySchema>;

/** `POST /api/login/passkey`. */
export const passkeyLoginBodySchema = v.object({ credential: passkeyAnswerSchema });
