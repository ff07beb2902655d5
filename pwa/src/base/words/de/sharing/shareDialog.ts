import type { Words } from '../../catalogue.ts';

export const shareDialog: Words['shareDialog'] = {
  customize: 'Anpassen',
  dialogTitle: 'Dieses Profil teilen',
  dialogText: (username) => `Hilf anderen, @${username} zu finden.`,
  ownDialogText: 'Ein Link zu allem, was dir gehört.',
  tabs: 'Teilen',
  preview: 'Vorschau',
  targets: {
    email: 'E-Mail',
    copy: 'Link kopieren',
    copied: 'Kopiert',
  },
  signed: { link: 'Signiertes Profil', text: 'für andere Websites, die es selbst prüfen können' },
  copied: {
    title: 'Link kopiert',
    description: 'Der Link zum Profil ist in deiner Zwischenablage',
    failure: 'Der Link konnte nicht kopiert werden',
  },
  title: 'Titel',
  description: 'Beschreibung',
  defaultDescription: (fullName) => `Alle Wallet-Adressen und Links von ${fullName} an einem Ort.`,
  useCustomImage: 'Eigenes Bild verwenden',
  useCustomImageHint: 'Nur für die Vorschau oben. Andere Websites zeigen ihr eigenes Bild des Profils.',
  imageUrl: 'Adresse des Bildes',
  imageFrom: (host) => `Bild von ${host}`,
  imageElsewhere:
    'Bilder von anderen Websites werden hier nicht geladen, deshalb siehst du nur, woher es kommt.',
  imageBroken: 'Dieses Bild konnte nicht geladen werden.',
  noImage: 'Noch kein Bild',
  cancel: 'Abbrechen',
  shareProfile: 'Profil teilen',
  walletCode: {
    title: (network) => `${network}-Adresse`,
    text: 'Scanne ihn und vergleiche dann die ersten und letzten Zeichen.',
    code: (network) => `QR-Code der ${network}-Adresse`,
    copy: 'Adresse kopieren',
    explorer: 'Im Explorer ansehen',
  },
};
