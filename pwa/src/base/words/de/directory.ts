import type { Words } from '../catalogue.ts';

export const directory: Words['directory'] = {
  heading: 'Mitgliederverzeichnis',
  count: (shown, count) => `${shown} ${count === 1 ? 'Mitglied' : 'Mitglieder'}`,
  loading: 'Mitglieder werden geladen',
  failed:
    'Das Verzeichnis konnte nicht geladen werden. Bitte lade die Seite neu oder versuche es später noch einmal.',
  search: 'Mitglieder suchen',
  searchPlaceholder: 'Name oder Benutzername',
  clearSearch: 'Suche leeren',
  verification: {
    label: 'Verifizierung',
    all: 'Alle Mitglieder',
    verified: 'Verifiziert',
    normal: 'Nicht verifiziert',
  },
  hasProof: 'Bewiesene Adressen',
  proved: 'Bewiesene Adresse',
  allTypes: 'Alle Arten',
  order: {
    label: 'Reihenfolge',
    username: 'Nach Name',
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
  },
  networks: 'Netzwerke',
  more: (count) => `+${count} weitere`,
  viewProfile: 'Profil ansehen',
  of: (fullName) => `von ${fullName}`,
  editOwn: 'Profil bearbeiten',
  message: 'Nachricht',
  noneFitting: {
    title: 'Keine Profile gefunden',
    text: 'Auf diese Filter passt niemand. Versuch es mit einem kürzeren Namen oder weniger Filtern.',
    action: 'Filter löschen',
  },
  noneProved:
    'Von denen, auf die diese Filter passen, hat noch niemand eine Adresse durch Signatur bewiesen.',
  noneYet: { title: 'Keine Ergebnisse gefunden', text: 'Noch ist niemand hier.' },
};
