import type { Words } from '../catalogue.ts';

export const storage: Words['storage'] = {
  trouble: {
    memory: {
      title: 'In diesem Browser bleibt nichts.',
      text: 'Wie in einem privaten Fenster sind Entwürfe und noch nicht Gesendetes weg, wenn du diesen Tab schließt.',
    },
    lost: {
      title: 'Der Browser hat entfernt, was hier lag.',
      text: 'Deine Nachrichten werden wieder vom Server geladen. Entwürfe und noch nicht Gesendetes können verloren sein.',
    },
    full: {
      title: 'Kein Platz auf diesem Gerät.',
      text: 'Neue Nachrichten und Entwürfe bleiben hier nicht, bis du Platz schaffst.',
    },
  },
  dismiss: 'Ausblenden',
  card: {
    title: 'Speicher',
    description: 'Nachrichten, Entwürfe und was noch zu senden ist, liegen auf diesem Gerät.',
    meter: 'Belegter Platz auf diesem Gerät',
    used: (used, available) => `${used} von ${available} belegt`,
    unknown: 'Dieser Browser sagt nicht, wie viel Platz belegt ist.',
    kept: 'Der Browser behält es, bis du dich abmeldest oder es löschst.',
    mayBeCleared: 'Der Browser kann es löschen, wenn der Platz knapp wird.',
    keep: 'Behalten',
    refused: {
      title: 'Der Browser verspricht es nicht',
      description: 'Manche tun es, wenn du diese Website öfter benutzt oder sie installierst.',
    },
    granted: 'Der Browser behält es jetzt',
  },
};
