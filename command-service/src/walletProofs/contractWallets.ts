import { type ContractScheme, ProblemError, texts } from '@pmcw/contracts';
import { isWrapped, unwrapped } from '@pmcw/contracts/walletProofs';
import type { Logger } from '@pmcw/resilience';
import type { PublicClient } from 'viem';
import { answerOf, type EvmClients, loadViem, type Viem } from './evmClients.ts';

/** A signature that a contract may accept. */
export interface ContractSignature {
  readonly network: string;
  readonly address: string;
  readonly statement: string;
  readonly signature: string;
}

/**
 * EIP-1271, and EIP-6492 for accounts that are not deployed yet; null if none accepts it or the network is not
 * configured.
 * @throws ProblemError `unavailable`
 */
export type FindContractScheme = (signed: ContractSignature) => Promise<ContractScheme | null>;

const retryAfterSeconds = 10;

const eip1271 = [
  {
    name: 'isValidSignature',
    type: 'function',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ name: '', type: 'bytes4' }],
  },
] as const;
/** EIP-1271's answer for a valid signature, padded to 32 bytes. */
const isItsOwn = `0x1626ba7e${'0'.repeat(56)}`;

const isHex = (text: string): text is `0x${string}` => /^0x([0-9a-fA-F]{2})*$/.test(text);

async function ask(
  viem: Viem,
  client: PublicClient,
  { address, statement, signature }: ContractSignature,
): Promise<ContractScheme | null> {
  const inner = unwrapped(signature);
  if (!isHex(address) || !isHex(signature) || !isHex(inner)) return null;
  const hash = viem.hashMessage(statement);
  const question = { abi: eip1271, functionName: 'isValidSignature', args: [hash, inner] } as const;
  const answer = await answerOf(viem, client, { to: address, data: viem.encodeFunctionData(question) });
  if (answer.startsWith(isItsOwn)) return 'eip-1271';
  if (!isWrapped(signature)) return null;
  // The universal validator of EIP-6492 deploys the account within the call, and asks it.
  const data = viem.encodeDeployData({
    abi: viem.erc6492SignatureValidatorAbi,
    bytecode: viem.erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  });
  return /^0x0*1$/.test(await answerOf(viem, client, { data })) ? 'eip-6492' : null;
}

export function contractWallets(clients: EvmClients, logger: Pick<Logger, 'warn'>): FindContractScheme {
  return async (signed) => {
    const { network } = signed;
    try {
      const client = await clients(network);
      return client === null ? null : await ask(await loadViem(), client, signed);
    } catch (error) {
      logger.warn(
        { network, reason: error instanceof Error ? error.name : 'unknown' },
        'a network could not be asked',
      );
      throw new ProblemError('unavailable', texts.refusals.proofUncheckable, {
        retryAfter: retryAfterSeconds,
      });
    }
  };
}
