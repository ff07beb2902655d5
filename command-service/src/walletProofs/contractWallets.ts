import { type ContractScheme, evmChainId, ProblemError, texts } from '@pmcw/contracts';
import { isWrapped, unwrapped } from '@pmcw/contracts/walletProofs';
import type { Logger } from '@pmcw/resilience';
import type { CallParameters, PublicClient } from 'viem';

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

const timeoutMs = 5_000;
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

/** Loaded on demand, because most sites ask no network. */
const loadViem = () => import('viem');
type Viem = Awaited<ReturnType<typeof loadViem>>;

/** Nodes report code 3, or a text with another code. */
function isRefusal({ BaseError, RpcRequestError }: Viem, error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && (answer.code === 3 || /revert/i.test(answer.details));
}

/** `0x` if the contract refuses, or there is none. */
async function answerOf(viem: Viem, client: PublicClient, call: CallParameters): Promise<string> {
  try {
    return (await client.call(call)).data ?? '0x';
  } catch (error) {
    if (isRefusal(viem, error)) return '0x';
    throw error;
  }
}

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

/**
 * @param urls JSON-RPC addresses by network code. They may hold secrets, so neither they nor the client's errors are
 * logged.
 */
export function contractWallets(
  urls: Readonly<Record<string, string>>,
  logger: Pick<Logger, 'warn'>,
): FindContractScheme {
  const clients = new Map<string, Promise<PublicClient>>();

  async function open(network: string, url: string): Promise<PublicClient> {
    const { createPublicClient, http } = await loadViem();
    const client = createPublicClient({
      transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
      // Otherwise any contract could make this server request any address (EIP-3668).
      ccipRead: false,
    });
    const chainId = await client.getChainId();
    if (chainId !== evmChainId(network)) {
      logger.warn({ network, chainId }, 'EVM_RPC_URLS names another chain for this network');
      throw new Error('Another chain');
    }
    return client;
  }

  function clientOf(network: string, url: string): Promise<PublicClient> {
    const kept = clients.get(network) ?? open(network, url);
    clients.set(network, kept);
    // The next proof creates another client.
    kept.catch(() => clients.delete(network));
    return kept;
  }

  return async (signed) => {
    const { network } = signed;
    const url = Object.hasOwn(urls, network) ? urls[network] : undefined;
    if (url === undefined) return null;
    try {
      return await ask(await loadViem(), await clientOf(network, url), signed);
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
