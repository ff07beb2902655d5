import type { Words } from '../catalogue.ts';

/** See the English words. */
export const profiles: Words['profiles'] = {
  loading: 'Profil wird geladen',
  failed: 'Dieses Profil konnte nicht geladen werden',
  tryAgain: 'Erneut versuchen',
  poweredBy: 'Ein Profil von',
  message: 'Nachricht',
  options: 'Optionen',
  editProfile: 'Profil bearbeiten',
  sendMessage: 'Nachricht schreiben',
  adminActions: 'Admin-Aktionen',
  viewOnExplorer: 'Im Blockchain-Explorer ansehen',
  socials: 'Soziale Netzwerke',
  verifiedSince: 'Verifiziert seit',
  nameChanged: (date) => `Name am ${date} geändert, nach der Verifizierung`,
  wallets: {
    heading: 'Wallet-Adressen',
    listedSince: 'Hier seit',
    isNew: (ago) => `Neu: ${ago} hinzugefügt.`,
    sinceLastVisit: (date) => `Geändert seit deinem letzten Besuch am ${date}.`,
    checkFirst: 'Frag beim Mitglied nach, bevor du zahlst.',
    former: 'Steht hier nicht mehr',
    removedAddress: 'Entfernte Adresse:',
    removed: (ago) => `${ago.charAt(0).toUpperCase()}${ago.slice(1)} entfernt.`,
    provedByAnother: (ago) =>
      `${ago.charAt(0).toUpperCase()}${ago.slice(1)} entfernt, denn ein anderes Mitglied hat bewiesen, dass sie ihm gehört.`,
    doNotPay: 'Zahle nicht mehr an sie.',
    copy: 'Adresse kopieren',
    copyOf: (network) => `${network}-Adresse kopieren`,
    copiedOf: (network) => `${network}-Adresse kopiert`,
    copied: {
      title: 'Adresse kopiert',
      description: 'Die Wallet-Adresse ist in deiner Zwischenablage',
      failure: 'Die Adresse konnte nicht kopiert werden',
    },
    noneOwn: 'Hier werden deine Wallet-Adressen stehen.',
    none: (fullName) => `${fullName} hat noch keine Adresse eingetragen.`,
    add: 'Wallet-Adresse hinzufügen',
  },
  openingConversation: 'Unterhaltung wird geöffnet',
  conversationFailed: {
    title: 'Fehler',
    description: 'Die Unterhaltung konnte nicht begonnen werden. Bitte versuche es noch einmal.',
  },
  loginToMessage: {
    title: 'Anmeldung erforderlich',
    description: 'Bitte melde dich an, um Nachrichten zu schreiben',
  },
};
