import type { Words } from '../catalogue.ts';

/** See the English words. */
export const common: Words['common'] = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Wird geladen',
  optional: 'Freiwillig',
  verified: 'Verifiziert',
  unverified: 'Nicht verifiziert',
  admin: 'Admin',
  browseProfiles: 'Profile ansehen',
  username: 'Benutzername',
  password: 'Passwort',
  fullName: 'Vollständiger Name',
  telegramHandle: 'Telegram-Name',
  handlePlaceholder: '@name',
  accountType: 'Kontoart',
  accountTypes: {
    'General User': 'Privatperson',
    Business: 'Unternehmen',
    Charity: 'Gemeinnützige Organisation',
    'Crypto Group': 'Krypto-Gruppe',
    'Crypto Project': 'Krypto-Projekt',
  },
  pmcwEarnt: (count) => `${count} PMCW verdient`,
  unread: (count) => `${count} ungelesen`,
};
