import { roomWords } from '../room.ts';

/** What stands beside an address about its proof. What dialogs say is in rooms of their own. */
export const walletProofs = roomWords('walletProofs', {
  provedOn: (date: string) => `Proved by signature on ${date}`,
  notProved: 'Not proved by signature',
});
