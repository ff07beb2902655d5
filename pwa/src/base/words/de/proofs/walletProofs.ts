import type { Words } from '../../catalogue.ts';

export const walletProofs: Words['walletProofs'] = {
  provedOn: (date) => `Per Signatur nachgewiesen am ${date}`,
  notProved: 'Nicht per Signatur nachgewiesen',
  notProvable: 'Nicht per Signatur nachweisbar',
  check: 'Selbst prüfen',
  checkOf: (network) => `Selbst prüfen: Nachweis der ${network}-Adresse`,
};
