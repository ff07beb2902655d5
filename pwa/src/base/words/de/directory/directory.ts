import type { Words } from '../../catalogue.ts';

export const directory: Words['directory'] = {
  heading: 'Mitglieder',
  count: (shown, count) => `${shown} ${count === 1 ? 'Mitglied' : 'Mitglieder'}`,
  loading: 'Mitglieder werden geladen',
  failed:
    'Die Mitglieder konnten nicht geladen werden. Bitte lade die Seite neu oder versuche es später noch einmal.',
  search: 'Mitglieder suchen',
  searchPlaceholder: 'Name oder Benutzername',
  clearSearch: 'Suche leeren',
  verification: {
    label: 'Verifizierung',
    all: 'Alle Mitglieder',
    verified: 'Verifiziert',
    normal: 'Nicht verifiziert',
  },
  hasProof: 'Nachgewiesene Adressen',
  proved: 'Nachgewiesene Adresse',
  allTypes: 'Alle Arten',
  order: {
    label: 'Sortierung',
    username: 'Nach Benutzername',
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
    text: 'Zu diesen Filtern passt niemand. Versuche es mit einem kürzeren Namen oder weniger Filtern.',
    action: 'Filter zurücksetzen',
  },
  noneProved:
    'Von den Mitgliedern, die zu diesen Filtern passen, hat noch niemand eine Adresse per Signatur nachgewiesen.',
  noneYet: { title: 'Keine Ergebnisse', text: 'Noch ist niemand hier.' },
};
