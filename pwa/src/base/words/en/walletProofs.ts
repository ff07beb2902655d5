import { roomWords } from '../room.ts';

/** What stands beside an address about its proof. What dialogs say is in rooms of their own. */
export const walletProofs = roomWords('walletProofs', {
  provedOn: (date: string) => `Proved by signature on ${date}`,
  notProved: 'Not proved by signature',
  /** Of networks and kinds of addresses that no signature can prove here. */
  notProvable: 'Can’t be proved by signature',
  check: 'Check it yourself',
  checkOf: (network: string) => `Check it yourself: proof of the ${network} address`,
});
