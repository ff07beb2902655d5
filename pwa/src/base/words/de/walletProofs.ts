import type { Words } from '../catalogue.ts';

export const walletProofs: Words['walletProofs'] = {
  provedOn: (date) => `Durch Signatur bewiesen am ${date}`,
  notProved: 'Nicht durch Signatur bewiesen',
  notProvable: 'Nicht durch Signatur beweisbar',
  check: 'Selbst prüfen',
  checkOf: (network) => `Selbst prüfen: Beweis der ${network}-Adresse`,
};
