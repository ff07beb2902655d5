import { evmChainId } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import type { CallParameters, Hex, PublicClient } from 'viem';

const timeoutMs = 5_000;

/** Loaded on demand, because most sites ask no network. */
export const loadViem = () => import('viem');
export type Viem = Awaited<ReturnType<typeof loadViem>>;

/** Null for a network that is not configured. Rejects if its node can't be asked, or is one of another chain. */
export type EvmClients = (network: string) => Promise<PublicClient> | null;

/**
 * @param urls JSON-RPC addresses by network code. They may hold secrets, so neither they nor the clients' errors are
 * logged.
 */
export function evmClients(urls: Readonly<Record<string, string>>, logger: Pick<Logger, 'warn'>): EvmClients {
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

  return (network) => {
    const url = Object.hasOwn(urls, network) ? urls[network] : undefined;
    if (url === undefined) return null;
    const kept = clients.get(network) ?? open(network, url);
    clients.set(network, kept);
    // The next question creates another client.
    kept.catch(() => clients.delete(network));
    return kept;
  };
}

/** Nodes report code 3, or a text with another code. */
function isRefusal({ BaseError, RpcRequestError }: Viem, error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && (answer.code === 3 || /revert/i.test(answer.details));
}

/** `0x` if the contract refuses, or there is none. */
export async function answerOf(viem: Viem, client: PublicClient, call: CallParameters): Promise<Hex> {
  try {
    return (await client.call(call)).data ?? '0x';
  } catch (error) {
    if (isRefusal(viem, error)) return '0x';
    throw error;
  }
}
