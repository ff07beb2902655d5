import type { Wallet } from '../profiles/queries.ts';
import { parseUrl } from '../shared/urls.ts';
import type { WalletProof } from './queries.ts';
import { type ContractScheme, isContractScheme, proofKindOf } from './schemes.ts';
import { type ProofStatement, readStatement } from './statement.ts';
import { type PlainProof, plainProof } from './verifyProof.ts';
import { unwrapped } from './wrapped.ts';

export interface SeenProof extends Pick<Wallet, 'network' | 'address'> {
  readonly proof: WalletProof;
  readonly username: string;
  readonly host: string;
}

export type StatementFault = 'text' | 'address' | 'network' | 'username' | 'url';

export type ProofCheck =
  /** Signed with the address's key; or by a contract, which only its network can check. */
  | {
      readonly kind: 'right' | 'contract';
      readonly signed: PlainProof;
      readonly says: ProofStatement;
      /** False after the site has moved. */
      readonly isThisSite: boolean;
    }
  | { readonly kind: 'false'; readonly faults: readonly ('signature' | StatementFault)[] };

function faultsOf(says: ProofStatement | null, seen: SeenProof): StatementFault[] {
  if (says === null) return ['text'];
  const asShown = {
    address: says.address === seen.address,
    network: says.network === seen.network,
    username: says.username === seen.username,
    // The statement must name the same site twice.
    url: parseUrl(says.url)?.host === says.site,
  };
  return (['address', 'network', 'username', 'url'] as const).filter((part) => !asShown[part]);
}

/** A deployed contract takes the inner signature. */
const ofContract = (scheme: ContractScheme, { statement, signature }: WalletProof): PlainProof => ({
  ...{ scheme, statement, signature: scheme === 'eip-1271' ? unwrapped(signature) : signature },
});

/** Checks the signature, and whether the statement matches the profile. Makes no requests and never throws. */
export function checkProof(seen: SeenProof): ProofCheck {
  const { network, address, proof, host } = seen;
  const { statement, signature } = proof;
  const says = readStatement(statement);
  const byKey = plainProof({ network, address, statement, signature });
  const isEvm = proofKindOf(network, address) === 'evm';
  const signed = byKey ?? (isEvm && isContractScheme(proof.scheme) ? ofContract(proof.scheme, proof) : null);
  const faults = faultsOf(says, seen);
  if (says === null || faults.length > 0 || signed === null) {
    return { kind: 'false', faults: signed === null ? ['signature', ...faults] : faults };
  }
  return {
    kind: byKey === null ? 'contract' : 'right',
    signed,
    says,
    isThisSite: says.site === host,
  };
}
