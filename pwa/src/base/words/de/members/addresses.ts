import type { Words } from '../../catalogue.ts';

export const addresses: Words['addresses'] = {
  listed: (username, since) => `Im Profil von @${username} seit ${since}`,
  listedOwn: (since) => `In deinem Profil seit ${since}`,
  proved: 'nachgewiesen',
  notProved: 'nicht nachgewiesen',
  former: (username, until) =>
    `War bis ${until} im Profil von @${username}. Zahle nicht mehr an diese Adresse.`,
  formerOwn: (until) => `War bis ${until} in deinem Profil`,
  other: (username) => `Nicht im Profil von @${username}`,
  otherOwn: 'Nicht in deinem Profil',
  unknown: (username) =>
    `Wessen Adresse das ist, lässt sich jetzt nicht prüfen: Das Profil von @${username} ist nicht auf diesem Gerät.`,
  unknownOwn:
    'Ob diese Adresse deine ist, lässt sich jetzt nicht prüfen: Dein Profil ist nicht auf diesem Gerät.',
  similar: (username, network) => `Ähnelt der ${network}-Adresse von @${username}, ist aber eine andere`,
  similarOwn: (network) => `Ähnelt deiner ${network}-Adresse, ist aber eine andere`,
  similarText:
    'Zahle nicht an sie. Manche Adressen sind dafür gemacht, verwechselt zu werden, andere vertippt.',
  more: (count) => `Weitere Adressen in diesem Text, die hier nicht verglichen sind: ${count}`,
  asOf: 'Stand:',
  openProfile: 'Profil öffnen',
  comparison: {
    given: {
      message: 'In dieser Nachricht',
      bio: 'In diesem Profiltext',
      pasted: 'Eingefügt',
      clipboard: 'In deiner Zwischenablage',
    },
    listed: (username) => `Im Profil von @${username}`,
    listedOwn: 'In deinem Profil',
    differsAt: (places) => `Abweichende Zeichen: ${places}`,
    odd: (codes) => `Enthält Zeichen, die in keine Adresse gehören: ${codes}`,
  },
  check: {
    title: 'Vor dem Zahlen prüfen',
    about: (username) => `Zeigt deine Wallet eine Adresse von @${username}?`,
    address: 'Adresse, die deine Wallet zeigt',
    hint: 'Sie wird auf diesem Gerät verglichen und nirgendwohin gesendet.',
    paste: 'Einfügen',
    result: 'Ergebnis',
    empty: 'Noch nichts zu vergleichen',
    emptyText: 'Füge die Adresse aus der Zahlung ein, die du bestätigen willst.',
    part: 'Das ist nur ein Teil einer Adresse',
    partText: 'Kopiere die ganze Adresse: Viele haben dieselben ersten und letzten Zeichen.',
    listed: (username) => `Das ist die Adresse von @${username}`,
    listedText: 'Jedes Zeichen stimmt überein.',
    since: (date) => `Eingetragen seit ${date}`,
    unchanged: (days) => `In den letzten ${days} Tagen nicht geändert`,
    former: (username) => `Nicht mehr die Adresse von @${username}`,
    formerText: (date) => `Sie wurde am ${date} entfernt. Zahle nicht mehr an diese Adresse.`,
    provedByAnother: 'Ein anderes Mitglied hat nachgewiesen, dass sie ihm gehört.',
    similar: (username) => `Das ist nicht die Adresse von @${username}`,
    similarText: (network) => `Sie ähnelt der ${network}-Adresse im Profil. Zahle nicht an sie.`,
    other: (username) => `Keine Adresse von @${username}`,
    otherText: (networks) => `Sie ist eine Adresse für ${networks} und steht nicht in diesem Profil.`,
    invalid: 'Das ist keine Adresse eines Netzwerks, das diese Website kennt.',
    storedAt: 'Verglichen mit dem Profil, wie es auf diesem Gerät gespeichert ist.',
    refused: 'Deine Zwischenablage lässt sich nicht lesen',
    refusedText:
      'Der Browser oder du hast dieser Website nicht erlaubt, sie zu lesen. Füge die Adresse stattdessen in das Feld ein: Halte es gedrückt, oder drücke Strg+V (⌘V auf dem Mac).',
  },
  clipboard: {
    title: 'Was in deiner Zwischenablage ist',
    about: (network) => `Auf diesem Gerät verglichen mit der ${network}-Adresse, die du kopiert hast`,
    reading: 'Deine Zwischenablage wird gelesen …',
    readingText: 'Vielleicht fragt dein Browser, ob du es erlaubst.',
    refusedText:
      'Der Browser oder du hast dieser Website nicht erlaubt, sie zu lesen. Füge sie stattdessen in das Feld von „Adresse prüfen“ ein.',
    same: 'Deine Zwischenablage enthält diese Adresse',
    sameText: 'Jedes Zeichen stimmt überein. Vergleiche sie in deiner Wallet noch einmal.',
    another: 'Deine Zwischenablage enthält etwas anderes',
    anotherText:
      'Füge es in keine Zahlung ein. Es gibt Programme, die kopierte Adressen austauschen: Prüfe dieses Gerät darauf, oder scanne den QR-Code mit einem anderen.',
  },
};
