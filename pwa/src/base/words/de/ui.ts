import type { Words } from '../catalogue.ts';

export const ui: Words['ui'] = {
  close: 'Schließen',
  dismiss: 'Ausblenden',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  copyFailed: 'Kopieren fehlgeschlagen',
  retry: 'Erneut versuchen',
  retrying: 'Wird erneut versucht …',
  recently: 'kürzlich',
  toasts: 'Meldungen ({hotkey})',
  toast: 'Meldung',
  pages: {
    label: 'Seiten',
    page: (page) => `Seite ${page}`,
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
  },
  fileDrop: {
    choose: 'Datei auswählen',
    orDrop: 'oder hier ablegen',
    drop: 'Hier ablegen',
  },
};
