import type { Words } from '../../catalogue.ts';

export const sharing: Words['sharing'] = {
  share: 'Teilen',
  shareImage: 'Bild teilen',
  generating: 'Wird erstellt …',
  generated: { title: 'Bild erstellt!', description: 'Dein Profilbild wurde heruntergeladen.' },
  notGenerated: {
    title: 'Das Bild konnte nicht erstellt werden',
    description: 'Bitte versuche es später noch einmal.',
  },
  wallet: {
    show: (network) => `QR-Code der ${network}-Adresse anzeigen`,
    showTip: 'QR-Code anzeigen',
    explore: (network) => `${network}-Adresse im Blockchain-Explorer nachschlagen`,
    exploreTip: 'Im Explorer ansehen',
  },
};
