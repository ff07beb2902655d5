/** A separate entry with curves and scripts, which the app loads on demand. */
export {
  checkProof,
  type ProofCheck,
  type SeenProof,
  type StatementFault,
} from './walletProofs/checkProof.ts';
export {
  type IssuedSignInText,
  readSignInText,
  type SignInAccount,
  type SignInText,
  signInText,
} from './walletProofs/signInText.ts';
export {
  type PlainProof,
  plainProof,
  proofRefusal,
  type SignedStatement,
  verifyProof,
} from './walletProofs/verifyProof.ts';
export { isWrapped, unwrapped } from './walletProofs/wrapped.ts';
