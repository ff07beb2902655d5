/**
 * Checking proofs of addresses: curves and scripts, which the app loads only when somebody checks one. What is said of proofs is in
 * the package's main entry.
 */
export {
  checkProof,
  type ProofCheck,
  type SeenProof,
  type StatementFault,
} from './walletProofs/checkProof.ts';
export { type SignedStatement, verifyProof } from './walletProofs/verifyProof.ts';
