import type { Words } from '../catalogue.ts';

export const kept: Words['kept'] = {
  notConnected: 'Nicht verbunden.',
  noAnswerYet: 'Die Verbindung ist langsam.',
  asOf: 'Stand:',
  readOnly: 'Ändern kannst du etwas, sobald die Verbindung wieder da ist.',
  neverOpened: {
    profile:
      'Dieses Profil wurde auf diesem Gerät noch nie geöffnet und lässt sich deshalb nur mit Verbindung zeigen.',
    page: 'Diese Seite des Verzeichnisses wurde auf diesem Gerät noch nie geöffnet und lässt sich deshalb nur mit Verbindung zeigen.',
    own: 'Das wurde auf diesem Gerät noch nie geöffnet und lässt sich deshalb nur mit Verbindung zeigen.',
  },
  title: 'Nicht auf diesem Gerät',
  searchHere: (shown, count) =>
    `Gesucht in ${count === 1 ? 'dem einen Mitglied' : `den ${shown} Mitgliedern`} auf diesem Gerät.`,
};
