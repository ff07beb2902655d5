import { evmChainId, ProblemError, texts } from '@pmcw/contracts';
import type { PublicClient } from 'viem';
import type { ServiceLogger } from '../serviceLogger.ts';

/** A signature that no key of the address made: the contract there is to be asked for it. */
export interface ContractSignature {
  readonly network: string;
  readonly address: string;
  readonly statement: string;
  readonly signature: string;
}

/**
 * Whether the contract at an address takes a signature for its own (EIP-1271); false also where no network is configured to ask.
 * @throws ProblemError `unavailable` when the network could not be asked
 */
export type IsSignedByContract = (signed: ContractSignature) => Promise<boolean>;

/** A member waits for the answer. */
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
/** The word that says yes, as the four bytes of it are encoded. */
const isItsOwn = `0x1626ba7e${'0'.repeat(56)}`;

const isHex = (text: string): text is `0x${string}` => /^0x([0-9a-fA-F]{2})*$/.test(text);

/** Loaded when it is first needed: most installations ask no network. */
const loadViem = () => import('viem');
type Viem = Awaited<ReturnType<typeof loadViem>>;

/** Whether the network answered that the contract refuses: nodes say so by code 3, or with other codes in words. */
function isRefusal({ BaseError, RpcRequestError }: Viem, error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && (answer.code === 3 || /revert/i.test(answer.details));
}

async function ask(viem: Viem, client: PublicClient, { address, statement, signature }: ContractSignature) {
  if (!isHex(address) || !isHex(signature)) return false;
  const data = viem.encodeFunctionData({
    abi: eip1271,
    functionName: 'isValidSignature',
    args: [viem.hashMessage(statement), signature],
  });
  try {
    const answer = await client.call({ to: address, data });
    // Nothing where there is no contract.
    return answer.data?.startsWith(isItsOwn) === true;
  } catch (error) {
    if (isRefusal(viem, error)) return false;
    throw error;
  }
}

/**
 * Asks the networks that are configured.
 * @param urls addresses of JSON-RPC by the code of their network; they may hold secrets, so that neither they nor an error of
 * the client's, which names them, is logged
 */
export function contractWallets(
  urls: Readonly<Record<string, string>>,
  logger: Pick<ServiceLogger, 'warn'>,
): IsSignedByContract {
  const clients = new Map<string, Promise<PublicClient>>();

  /** A client whose network was seen to be the one that it is configured for. */
  async function open(network: string, url: string): Promise<PublicClient> {
    const { createPublicClient, http } = await loadViem();
    const client = createPublicClient({
      transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
      // Else a contract, which anybody can deploy, could have this server ask any address (EIP-3668).
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
    // What could not be opened is tried anew with the next proof.
    kept.catch(() => clients.delete(network));
    return kept;
  }

  return async (signed) => {
    const { network } = signed;
    const url = Object.hasOwn(urls, network) ? urls[network] : undefined;
    if (url === undefined) return false;
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
