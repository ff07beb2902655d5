import type { Wallet } from '../profiles/queries.ts';
import type { WalletProof } from './queries.ts';
import { type ProofScheme, proofKindOf } from './schemes.ts';
import { type ProofStatement, readStatement } from './statement.ts';
import { verifyProof } from './verifyProof.ts';

/** A proof as a profile says it, and where that profile was seen. */
export interface SeenProof extends Pick<Wallet, 'network' | 'address'> {
  readonly proof: WalletProof;
  readonly username: string;
  /** Host of the site, with its port where it has one. */
  readonly host: string;
}

/** What a statement can say otherwise than the profile that shows it. */
export type StatementFault = 'text' | 'address' | 'network' | 'username' | 'url';

/** What anybody finds of a proof by themselves. */
export type ProofCheck =
  /** Signed with the key of the address, or, of a contract, not to be told without its network; and it says what it should. */
  | {
      readonly kind: 'right' | 'contract';
      readonly scheme: ProofScheme;
      readonly says: ProofStatement;
      /** Whether the site that it names is the one where it was seen; it is not after a move. */
      readonly isThisSite: boolean;
    }
  | { readonly kind: 'false'; readonly faults: readonly ('signature' | StatementFault)[] };

function faultsOf(says: ProofStatement | null, seen: SeenProof): StatementFault[] {
  if (says === null) return ['text'];
  const asShown = {
    address: says.address === seen.address,
    network: says.network === seen.network,
    username: says.username === seen.username,
    // It names one site twice; two are no statement of ours.
    url: URL.canParse(says.url) && new URL(says.url).host === says.site,
  };
  return (['address', 'network', 'username', 'url'] as const).filter((part) => !asShown[part]);
}

/** Whether the signature is of a kind of which nobody can say anything who does not ask its network. */
const isContracts = ({ network, address, proof }: SeenProof): boolean =>
  proof.scheme === 'eip-1271' && proofKindOf(network, address) === 'evm';

/** Checks a proof by what it consists of alone: whether the address's key signed it, and whether what it says is what the profile says. Never throws. */
export function checkProof(seen: SeenProof): ProofCheck {
  const { network, address, proof, host } = seen;
  const { statement, signature } = proof;
  const says = readStatement(statement);
  const scheme = verifyProof({ network, address, statement, signature });
  const isSigned = scheme !== null || isContracts(seen);
  const faults = faultsOf(says, seen);
  if (says === null || faults.length > 0 || !isSigned) {
    return { kind: 'false', faults: isSigned ? faults : ['signature', ...faults] };
  }
  return {
    kind: scheme === null ? 'contract' : 'right',
    scheme: scheme ?? proof.scheme,
    says,
    isThisSite: says.site === host,
  };
}
