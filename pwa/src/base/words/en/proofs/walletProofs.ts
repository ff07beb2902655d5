import { roomWords } from '../../room.ts';

/** The proof of an address, beside it; dialogs have rooms of their own. */
export const walletProofs = roomWords('walletProofs', {
  provedOn: (date: string) => `Proved by signature on ${date}`,
  notProved: 'Not proved by signature',
  /** For networks and kinds of addresses without proofs. */
  notProvable: 'Can’t be proved by signature',
  check: 'Check it yourself',
  checkOf: (network: string) => `Check it yourself: proof of the ${network} address`,
});
