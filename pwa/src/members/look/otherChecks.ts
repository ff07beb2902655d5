import type { PlainProof } from '@pmcw/contracts/walletProofs';

/** `command` is for a shell, or a program for Node. */
export interface OtherCheck {
  readonly tool:
    | 'etherscan'
    | 'cast'
    | 'viem'
    | 'deployless'
    | 'noble'
    | 'bitcoinCli'
    | 'sparrow'
    | 'castCall'
    | 'readContract';
  readonly href?: string;
  readonly command?: string;
}

/** Quotes for a shell, because profile content must not run commands in a reader's terminal. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const literal = (text: string): string => JSON.stringify(text);

interface Signed extends PlainProof {
  readonly address: string;
}

const byCast = ({ address, statement, signature }: Signed): string =>
  `cast wallet verify --address ${quoted(address)} ${quoted(statement)} ${quoted(signature)}`;

const byViem = ({ address, statement, signature }: Signed): string =>
  `import { verifyMessage } from 'viem';

console.log(
  await verifyMessage({
    address: ${literal(address)},
    message: ${literal(statement)},
    signature: ${literal(signature)},
  }),
);`;

/** The network deploys the account within the request, if it is not deployed. */
const byDeployless = ({ address, statement, signature }: Signed): string =>
  `import { createPublicClient, http } from 'viem';

const client = createPublicClient({ transport: http(process.env.RPC_URL) });
console.log(
  await client.verifyMessage({
    address: ${literal(address)},
    message: ${literal(statement)},
    signature: ${literal(signature)},
  }),
);`;

function byNoble({ address, statement, signature, message }: Signed): string {
  const code = signature.endsWith('==') ? 'base64' : 'base58';
  const bytes =
    message === undefined
      ? `new TextEncoder().encode(${literal(statement)})`
      : `base64.decode(${literal(message)})`;
  return `import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';

const signature = ${code}.decode(${literal(signature)});
const statement = ${bytes};
const key = base58.decode(${literal(address)});
console.log(ed25519.verify(signature, statement, key));`;
}

const byBitcoinCli = ({ address, statement, signature }: Signed): string =>
  `bitcoin-cli verifymessage ${quoted(address)} ${quoted(signature)} ${quoted(statement)}`;

const byCastCall = ({ address, statement, signature }: Signed): string =>
  `cast call ${quoted(address)} 'isValidSignature(bytes32,bytes)(bytes4)' "$(cast hash-message ${quoted(statement)})" ${quoted(signature)} --rpc-url "$RPC_URL"`;

/** Easiest first. */
export function otherChecks(address: string, proof: PlainProof, explorer: string): readonly OtherCheck[] {
  const signed = { ...proof, address };
  const { scheme } = proof;
  switch (scheme) {
    case 'eip-191':
      return [
        { tool: 'etherscan', href: 'https://etherscan.io/verifiedSignatures' },
        { tool: 'cast', command: byCast(signed) },
        { tool: 'viem', command: byViem(signed) },
      ];
    case 'eip-1271':
      return [
        { tool: 'castCall', command: byCastCall(signed) },
        { tool: 'readContract', href: explorer },
      ];
    case 'eip-6492':
      return [
        { tool: 'deployless', command: byDeployless(signed) },
        { tool: 'readContract', href: explorer },
      ];
    case 'ed25519':
    case 'solana-offchain':
      return [{ tool: 'noble', command: byNoble(signed) }];
    case 'bip-137':
      // Bitcoin Core verifies legacy addresses only.
      return address.startsWith('1')
        ? [{ tool: 'sparrow' }, { tool: 'bitcoinCli', command: byBitcoinCli(signed) }]
        : [{ tool: 'sparrow' }];
    case 'bip-322':
      return [{ tool: 'sparrow' }];
    default:
      return scheme satisfies never;
  }
}
