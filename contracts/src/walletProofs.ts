/**
 * Checking proofs of addresses, and texts by which wallets sign in: curves and scripts, which the app loads only when somebody needs one. What is said of proofs is in
 * the package's main entry.
 */
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
export { type SignedStatement, verifyProof } from './walletProofs/verifyProof.ts';
