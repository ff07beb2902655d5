export { canonicalJson } from './signedProfiles/canonicalJson.ts';
export {
  type ProfileKeyDocument,
  profileKeysSchema,
  type SignedProfile,
  type SignedProfileClaims,
  signedProfileMs,
  signedProfileSchema,
} from './signedProfiles/document.ts';
export { detachedJws, profileSigningInput } from './signedProfiles/jws.ts';
export {
  type CheckedAddress,
  type ProfileCheck,
  type ProfileRefusal,
  type VerifyOptions,
  verifyProfile,
} from './signedProfiles/verifyProfile.ts';
