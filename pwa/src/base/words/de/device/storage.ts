import type { Words } from '../../catalogue.ts';

export const storage: Words['storage'] = {
  trouble: {
    memory: {
      title: 'Dieser Browser speichert nichts.',
      text: 'Wie in einem privaten Fenster sind Entwürfe und ungesendete Nachrichten weg, wenn du diesen Tab schließt. Die App versucht weiter, sie zu speichern.',
    },
    lost: {
      title: 'Der Browser hat die hier gespeicherten Daten entfernt.',
      text: 'Deine Nachrichten werden wieder vom Server geladen. Entwürfe und ungesendete Nachrichten sind eventuell verloren.',
    },
    full: {
      title: 'Kein Speicherplatz auf diesem Gerät.',
      text: 'Neue Nachrichten und Entwürfe können erst wieder gespeichert werden, wenn du Platz freigibst.',
    },
  },
  dismiss: 'Ausblenden',
  card: {
    title: 'Speicher',
    description: 'Deine Nachrichten, auch ungesendete, und deine Entwürfe sind auf diesem Gerät gespeichert.',
    meter: 'Belegter Speicherplatz auf diesem Gerät',
    used: (used, available) => `${used} von ${available} belegt`,
    unknown: 'Dieser Browser gibt nicht an, wie viel Platz belegt ist.',
    kept: 'Der Browser behält sie, bis du dich abmeldest oder sie löschst.',
    mayBeCleared: 'Der Browser kann sie löschen, wenn der Platz knapp wird.',
    keep: 'Dauerhaft behalten',
    refused: {
      title: 'Der Browser hat nicht zugestimmt',
      description: 'Manche Browser stimmen zu, wenn du diese Website öfter benutzt oder installierst.',
    },
    granted: 'Der Browser behält sie jetzt',
  },
};
