import type { Words } from '../../catalogue.ts';

export const profiles: Words['profiles'] = {
  loading: 'Profil wird geladen',
  failed: 'Dieses Profil konnte nicht geladen werden',
  poweredBy: 'Bereitgestellt von',
  message: 'Nachricht',
  options: 'Optionen',
  editProfile: 'Profil bearbeiten',
  sendMessage: 'Nachricht schreiben',
  adminActions: 'Admin-Aktionen',
  viewOnExplorer: 'Im Blockchain-Explorer ansehen',
  socials: 'Soziale Netzwerke',
  verifiedSince: 'Verifiziert seit',
  nameChanged: (date) => `Name nach der Verifizierung geändert, am ${date}`,
  wallets: {
    heading: 'Wallet-Adressen',
    listedSince: 'Eingetragen seit',
    isNew: (ago) => `Neu: ${ago} hinzugefügt.`,
    sinceLastVisit: (date) => `Geändert seit deinem letzten Besuch am ${date}.`,
    checkFirst: 'Frag beim Mitglied nach, bevor du zahlst.',
    former: 'Nicht mehr eingetragen',
    removedAddress: 'Entfernte Adresse:',
    removed: (ago) => `${ago.charAt(0).toUpperCase()}${ago.slice(1)} entfernt.`,
    provedByAnother: (ago) =>
      `${ago.charAt(0).toUpperCase()}${ago.slice(1)} entfernt, weil ein anderes Mitglied nachgewiesen hat, dass sie ihm gehört.`,
    doNotPay: 'Zahle nicht mehr an diese Adresse.',
    copy: 'Adresse kopieren',
    copyOf: (network) => `${network}-Adresse kopieren`,
    copiedOf: (network) => `${network}-Adresse kopiert`,
    copied: {
      title: 'Adresse kopiert',
      description: 'Die Wallet-Adresse ist in deiner Zwischenablage',
      failure: 'Die Adresse konnte nicht kopiert werden',
    },
    noneOwn: 'Du hast noch keine Wallet-Adresse eingetragen.',
    none: (fullName) => `${fullName} hat noch keine Adresse eingetragen.`,
    add: 'Wallet-Adresse hinzufügen',
  },
  openingConversation: 'Chat wird geöffnet',
  conversationFailed: {
    title: 'Fehler',
    description: 'Der Chat konnte nicht gestartet werden. Bitte versuche es noch einmal.',
  },
  loginToMessage: {
    title: 'Anmeldung erforderlich',
    description: 'Bitte melde dich an, um Nachrichten zu schreiben',
  },
};
