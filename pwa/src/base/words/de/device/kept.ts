import type { Words } from '../../catalogue.ts';

export const kept: Words['kept'] = {
  obstacle: {
    away: 'Nicht verbunden.',
    busy: 'Server ausgelastet.',
    slow: 'Langsame Verbindung.',
  },
  asOf: 'Stand:',
  readOnly: 'Änderungen sind möglich, sobald du wieder online bist.',
  neverOpened: {
    profile:
      'Dieses Profil hast du auf diesem Gerät noch nicht geöffnet, deshalb ist es nur online verfügbar.',
    page: 'Diese Seite der Mitglieder hast du auf diesem Gerät noch nicht geöffnet, deshalb ist sie nur online verfügbar.',
    own: 'Das hast du auf diesem Gerät noch nicht geöffnet, deshalb ist es nur online verfügbar.',
  },
  title: 'Nicht auf diesem Gerät',
  busy: { title: 'Der Server ist ausgelastet', text: 'Der Inhalt erscheint, sobald er antwortet.' },
  searchedStored: (shown, count) =>
    `Durchsucht: ${count === 1 ? 'ein Mitglied' : `${shown} Mitglieder`} auf diesem Gerät.`,
};
