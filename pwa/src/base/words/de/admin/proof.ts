import type { Words } from '../../catalogue.ts';

export const proof: Words['proof'] = {
  title: 'Beweis',
  checking: 'Wird geprüft …',
  checkingText: 'Dein Browser holt den Beweis für diesen Eintrag und prüft ihn.',
  verified: 'In diesem Browser geprüft',
  verifiedText: (count, time) =>
    `Dieser Eintrag ist eines der ${count} Ereignisse, die am ${time} signiert wurden.`,
  waiting: 'Noch nicht signiert',
  waitingText:
    'Der Eintrag kam nach dem letzten Prüfpunkt. Der nächste, in etwa einer Minute, wird ihn umfassen.',
  unsigned: 'Niemand signiert dieses Protokoll',
  unsignedText: 'Diese Installation läuft ohne Notar, deshalb lässt sich nichts beweisen.',
  failed: 'Der Beweis konnte nicht geprüft werden',
  isFalse: 'Die Prüfung ist fehlgeschlagen',
  falseText:
    'Das Protokoll ist nicht das, was signiert wurde. Lass alles, wie es ist, und führe npm run audit -- verify aus.',
  retry: 'Noch einmal versuchen',
  checked: 'Was geprüft wurde',
  leaf: (hash) => `Der Eintrag hat, versiegelt wie im Protokoll, den Hash ${hash}.`,
  path: (steps, count) =>
    `Ein Pfad von ${steps} Schritten führt von ihm zur Wurzel des Baums über ${count} Ereignisse.`,
  signature: (time, key) => `Diese Wurzel wurde am ${time} mit dem Schlüssel ${key} signiert.`,
  unchecked:
    'Die Signatur konnte nicht geprüft werden: Dieser Browser unterstützt Ed25519 nicht, oder die Verbindung ist nicht sicher.',
  first: 'Dieses Gerät merkt sich das und vergleicht beim nächsten Mal.',
  since: (count, time) =>
    `Das Protokoll beginnt mit den ${count} Ereignissen, die dieses Gerät zuletzt gesehen hat, signiert am ${time}.`,
  faults: {
    missing: (count, time) =>
      `Der Prüfpunkt über ${count} Ereignisse, signiert am ${time}, umfasst an dieser Position ein anderes Ereignis, oder das Ereignis ist weg.`,
    record: 'Der Beweis gehört zu einem anderen Eintrag als dem hier gezeigten.',
    path: (count, time) =>
      `Der Pfad führt nicht zur Wurzel über ${count} Ereignisse, die am ${time} signiert wurde.`,
    signature: (time) => `Der Prüfpunkt vom ${time} ist nicht mit dem Schlüssel signiert.`,
    key: (time) =>
      `Der Prüfpunkt ist mit einem anderen Schlüssel signiert als dem, den dieses Gerät am ${time} gesehen hat.`,
    shrunken: (before, now) =>
      `Das Protokoll ist geschrumpft: ${before} Ereignisse waren signiert, als dieses Gerät zuletzt nachgesehen hat, jetzt sind es ${now}.`,
    fork: (before, time) =>
      `Das Protokoll beginnt nicht mit den ${before} Ereignissen, die dieses Gerät am ${time} signiert gesehen hat.`,
  },
  anewText: 'Das ist nur zu erwarten, wenn ein Backup zurückgespielt wurde oder das Protokoll umgezogen ist.',
  anew: 'Von hier an neu anfangen',
};
