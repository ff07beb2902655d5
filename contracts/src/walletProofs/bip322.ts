import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2wpkh,
  RawWitness,
  Script,
  SigHash,
  Transaction,
} from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';

/** Of the virtual transaction with the output that the signer spends. */
function toSpendId(script: Uint8Array, statement: string): string {
  const messageHash = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(statement));
  const raw = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Script.encode(['OP_0', messageHash]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  return bytesToHex(sha256(sha256(raw)).reverse());
}

function toSign(script: Uint8Array, statement: string): Transaction {
  const transaction = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  transaction.addInput({ txid: toSpendId(script, statement), index: 0, sequence: 0 });
  transaction.addOutput({ amount: 0n, script: Script.encode(['RETURN']) });
  return transaction;
}

/** P2WPKH and P2SH-P2WPKH. */
function isSegwitSpend(
  address: string,
  spend: Transaction,
  [sealed, key, ...more]: readonly Uint8Array[],
): boolean {
  if (sealed === undefined || key === undefined || more.length > 0 || key.length !== 33) return false;
  const segwit = p2wpkh(key);
  if (address !== segwit.address && address !== p2sh(segwit).address) return false;
  if (sealed.at(-1) !== SigHash.ALL) return false;
  // BIP-143: the script code is that of P2PKH.
  const hash = spend.preimageWitnessV0(0, p2pkh(key).script, SigHash.ALL, 0n);
  return secp256k1.verify(sealed.slice(0, -1), hash, key, { prehash: false, format: 'der' });
}

/** P2TR key path. */
function isTaprootSpend(
  { key, script }: { readonly key: Uint8Array; readonly script: Uint8Array },
  spend: Transaction,
  [sealed, ...more]: readonly Uint8Array[],
): boolean {
  if (sealed === undefined || more.length > 0) return false;
  if (sealed.length === 65 && sealed[64] !== SigHash.ALL) return false;
  if (sealed.length !== 64 && sealed.length !== 65) return false;
  const kind = sealed.length === 65 ? SigHash.ALL : SigHash.DEFAULT;
  const hash = spend.preimageWitnessV1(0, [script], kind, [0n]);
  return schnorr.verify(sealed.slice(0, 64), hash, key);
}

/** A simple signature (a witness). @throws Error of any kind for an invalid signature */
export function isSignedByBip322(address: string, statement: string, signature: Uint8Array): boolean {
  const output = Address().decode(address);
  const script = OutScript.encode(output);
  const witness = RawWitness.decode(signature);
  const spend = toSign(script, statement);
  if (output.type === 'tr') return isTaprootSpend({ key: output.pubkey, script }, spend, witness);
  if (output.type === 'wpkh' || output.type === 'sh') return isSegwitSpend(address, spend, witness);
  return false;
}
