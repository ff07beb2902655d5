import { ensNetwork } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import type { Hex, PublicClient } from 'viem';
import { answerOf, type EvmClients, loadViem, type Viem } from '../walletProofs/evmClients.ts';

/**
 * The name of an address, if the name leads to it, too; null without one, `unknown` if that can't be found out now, as
 * without a node.
 */
export type FindEnsName = (address: string) => Promise<{ readonly name: string } | null | 'unknown'>;

/** The same on the main network since 2020. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
const mostCharacters = 255;

/** Types of the answers. */
const questions = { resolver: 'address', name: 'string', addr: 'address' } as const;

/** Reads the name service without names outside of the chain (EIP-3668) and without wildcards (ENSIP-10). */
class NameService {
  readonly #viem: Viem;
  readonly #client: PublicClient;

  constructor(viem: Viem, client: PublicClient) {
    this.#viem = viem;
    this.#client = client;
  }

  /** Null without one. */
  async resolve(question: 'name' | 'addr', node: Hex): Promise<string | null> {
    const resolver = await this.#ask(registry, 'resolver', node);
    if (resolver === null || !this.#viem.isAddress(resolver) || resolver === this.#viem.zeroAddress)
      return null;
    return this.#ask(resolver, question, node);
  }

  /** Null if the contract, which may be anyone's, refuses or answers nonsense. */
  async #ask(to: Hex, question: keyof typeof questions, node: Hex): Promise<string | null> {
    const { concat, decodeAbiParameters, toFunctionSelector } = this.#viem;
    const data = concat([toFunctionSelector(`${question}(bytes32)`), node]);
    const answer = await answerOf(this.#viem, this.#client, { to, data });
    try {
      return decodeAbiParameters([{ type: questions[question] }], answer)[0];
    } catch {
      return null;
    }
  }
}

async function nameOf(viem: Viem, client: PublicClient, address: string): Promise<string | null> {
  const { namehash, normalize } = await import('viem/ens');
  const service = new NameService(viem, client);
  const name = await service.resolve('name', namehash(`${address.slice(2).toLowerCase()}.addr.reverse`));
  if (name === null || name === '' || name.length > mostCharacters || !isNormal(normalize, name)) return null;
  const owner = await service.resolve('addr', namehash(name));
  return owner?.toLowerCase() === address.toLowerCase() ? name : null;
}

/** Whether it is as ENSIP-15 writes it: other spellings may imitate a name. */
function isNormal(normalize: (name: string) => string, name: string): boolean {
  try {
    return normalize(name) === name;
  } catch {
    return false;
  }
}

export function ensNames(clients: EvmClients, logger: Pick<Logger, 'warn'>): FindEnsName {
  return async (address) => {
    try {
      const client = await clients(ensNetwork);
      if (client === null) return 'unknown';
      const name = await nameOf(await loadViem(), client, address);
      return name === null ? null : { name };
    } catch (error) {
      logger.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'ENS could not be asked');
      return 'unknown';
    }
  };
}
