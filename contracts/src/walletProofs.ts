/**
 * Checking proofs of addresses: curves and scripts, which the app loads only when somebody checks one. What is said of proofs is in
 * the package's main entry.
 */
export { type SignedStatement, verifyProof } from './walletProofs/verifyProof.ts';
