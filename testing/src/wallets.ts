import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { OutScript, p2pkh, p2sh, p2tr, p2wpkh, RawWitness, Script, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';

export interface TestWallet {
  readonly network: string;
  readonly address: string;
  sign(statement: string): string;
}

/** EIP-55: the case of the letters is a checksum. */
function evmAddress(secretKey: Uint8Array): string {
  const key = secp256k1.getPublicKey(secretKey, false);
  const digits = bytesToHex(keccak_256(key.subarray(1)).subarray(12));
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, n) => (Number.parseInt(hash.charAt(n), 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
}

/** A recoverable signature: the recovery id, then 64 bytes. */
const recoverable = (hash: Uint8Array, secretKey: Uint8Array): Uint8Array =>
  secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });

/** Signs by EIP-191. */
export function evmWallet(
  secretKey: Uint8Array = secp256k1.utils.randomSecretKey(),
  network = 'ETH',
): TestWallet {
  return {
    network,
    address: evmAddress(secretKey),
    sign(statement) {
      const text = utf8ToBytes(statement);
      const hash = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), text));
      const [recovery = 0, ...rs] = recoverable(hash, secretKey);
      return `0x${bytesToHex(Uint8Array.of(...rs, 27 + recovery))}`;
    },
  };
}

/** Signs with ed25519; signatures are in base58. */
export function solanaWallet(secretKey: Uint8Array = ed25519.utils.randomSecretKey()): TestWallet {
  return {
    network: 'SOL',
    address: base58.encode(ed25519.getPublicKey(secretKey)),
    sign: (statement) => base58.encode(ed25519.sign(utf8ToBytes(statement), secretKey)),
  };
}

/** Address types of one Bitcoin key, with BIP-137's offset of the recovery id; taproot has none. */
export const bitcoinHeaders = { legacy: 31, wrapped: 35, segwit: 39 } as const;

function bitcoinAddress(kind: keyof typeof bitcoinHeaders | 'taproot', secretKey: Uint8Array) {
  const key = secp256k1.getPublicKey(secretKey);
  switch (kind) {
    case 'legacy':
      return p2pkh(key);
    case 'wrapped':
      return p2sh(p2wpkh(key));
    case 'segwit':
      return p2wpkh(key);
    case 'taproot':
      return p2tr(key.subarray(1));
    default:
      return kind satisfies never;
  }
}

const addressIn = ({ address }: { address?: string | undefined }): string => {
  if (address === undefined) throw new Error('A payment to one key has an address');
  return address;
};

/** A length below 253 takes one byte, a longer one three. */
function prefixed(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const length = bytes.length < 253 ? [bytes.length] : [253, bytes.length & 0xff, bytes.length >> 8];
  return concatBytes(Uint8Array.from(length), bytes);
}

/** Signs by BIP-137. */
export function bitcoinMessageWallet(
  kind: keyof typeof bitcoinHeaders,
  secretKey: Uint8Array = secp256k1.utils.randomSecretKey(),
): TestWallet {
  return {
    network: 'BTC',
    address: addressIn(bitcoinAddress(kind, secretKey)),
    sign(statement) {
      const hash = sha256(sha256(concatBytes(prefixed('Bitcoin Signed Message:\n'), prefixed(statement))));
      const [recovery = 0, ...rs] = recoverable(hash, secretKey);
      return base64.encode(Uint8Array.of(bitcoinHeaders[kind] + recovery, ...rs));
    },
  };
}

/** Signs by BIP-322 (simple), like a transaction. */
export function bip322Wallet(
  kind: 'wrapped' | 'segwit' | 'taproot',
  secretKey: Uint8Array = secp256k1.utils.randomSecretKey(),
): TestWallet {
  const payment = bitcoinAddress(kind, secretKey);
  return {
    network: 'BTC',
    address: addressIn(payment),
    sign(statement) {
      const tag = sha256(utf8ToBytes('BIP0322-signed-message'));
      const hash = sha256(concatBytes(tag, tag, utf8ToBytes(statement)));
      const toSpend = RawOldTx.encode({
        version: 0,
        inputs: [
          {
            txid: new Uint8Array(32),
            index: 0xffffffff,
            finalScriptSig: Script.encode([0, hash]),
            sequence: 0,
          },
        ],
        outputs: [{ amount: 0n, script: payment.script }],
        lockTime: 0,
      });
      const toSign = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
      toSign.addInput({
        ...payment,
        txid: sha256(sha256(toSpend)).reverse(),
        index: 0,
        sequence: 0,
        witnessUtxo: { amount: 0n, script: payment.script },
      });
      toSign.addOutput({
        amount: 0n,
        script: OutScript.encode({ type: 'unknown', script: Script.encode(['RETURN']) }),
      });
      toSign.sign(secretKey);
      toSign.finalize();
      return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []));
    },
  };
}
