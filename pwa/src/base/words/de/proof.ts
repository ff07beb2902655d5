import type { Words } from '../catalogue.ts';

export const proof: Words['proof'] = {
  title: 'Beweis',
  checking: 'Wird geprüft…',
  checkingText: 'Dieser Browser fragt nach dem Beweis für diesen Eintrag und prüft ihn.',
  verified: 'In diesem Browser geprüft',
  verifiedText: (count, time) =>
    `Dieser Eintrag ist eines der ${count} Ereignisse, die am ${time} signiert wurden.`,
  waiting: 'Noch nicht signiert',
  waitingText: 'Es kam nach dem letzten Prüfpunkt. Der nächste, in etwa einer Minute, wird es umfassen.',
  unsigned: 'Niemand signiert dieses Protokoll',
  unsignedText: 'Diese Installation läuft ohne Notar; beweisen lässt sich hier nichts.',
  failed: 'Der Beweis konnte nicht geprüft werden',
  isFalse: 'Das lässt sich nicht bestätigen',
  falseText:
    'Das Protokoll ist nicht das, was signiert wurde. Lass alles, wie es ist, und rufe npm run audit -- verify auf.',
  retry: 'Noch einmal versuchen',
  checked: 'Was geprüft wurde',
  leaf: (hash) => `Der Eintrag, versiegelt wie im Protokoll, hat den Hash ${hash}.`,
  path: (steps, count) =>
    `Ein Pfad von ${steps} Schritten führt von ihm zur Wurzel des Baums über ${count} Ereignisse.`,
  signature: (time, key) => `Diese Wurzel wurde am ${time} mit dem Schlüssel ${key} signiert.`,
  unchecked:
    'Die Signatur konnte nicht geprüft werden: Dieser Browser kennt Ed25519 nicht, oder die Verbindung ist nicht sicher.',
  first: 'Dieses Gerät merkt sich das und vergleicht beim nächsten Mal.',
  since: (count, time) =>
    `Das Protokoll beginnt mit den ${count} Ereignissen, die dieses Gerät zuletzt sah, signiert am ${time}.`,
  faults: {
    missing: (count, time) =>
      `Der Prüfpunkt über ${count} Ereignisse, signiert am ${time}, umfasst an dieser Stelle ein anderes Ereignis, oder das Ereignis ist weg.`,
    record: 'Der Beweis gilt nicht dem Eintrag, der hier steht.',
    path: (count, time) =>
      `Der Pfad führt nicht zur Wurzel über ${count} Ereignisse, die am ${time} signiert wurde.`,
    signature: (time) => `Der Prüfpunkt vom ${time} ist nicht mit dem Schlüssel signiert.`,
    key: (time) =>
      `Der Prüfpunkt ist mit einem anderen Schlüssel signiert als dem, den dieses Gerät am ${time} sah.`,
    shrunken: (before, now) =>
      `Das Protokoll ist geschrumpft: ${before} Ereignisse waren signiert, als dieses Gerät zuletzt hinsah, jetzt sind es ${now}.`,
    fork: (before, time) =>
      `Das Protokoll beginnt nicht mit den ${before} Ereignissen, die dieses Gerät am ${time} signiert sah.`,
  },
  anewText: 'Zu erwarten nur, nachdem eine Sicherung zurückgespielt oder das Protokoll umgezogen wurde.',
  anew: 'Von hier an neu beginnen',
};
