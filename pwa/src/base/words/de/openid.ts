import type { Words } from '../catalogue.ts';

export const openid: Words['openid'] = {
  continueWith: (label) => `Weiter mit ${label}`,
  confirmWith: (label) => `Mit ${label} bestätigen`,
  add: (label) => `${label} hinzufügen`,
  notBegun: 'Der Anbieter wurde nicht gefragt',
  unnamed: 'Konto bei einem Anbieter',
  confirmRemove: (name) =>
    `Mit ${name} kannst du dich dann nicht mehr anmelden. Dein Konto dort bleibt, wie es ist.`,
  signUp: {
    title: (label) => `Du kommst von ${label}`,
    as: (email) => `als ${email}`,
    text: 'Mit diesem Konto meldet sich hier noch niemand an.',
    tabs: {
      label: 'Neu hier oder schon Mitglied',
      newcomer: 'Neu hier',
      member: 'Schon Mitglied',
    },
    memberText: (label) =>
      `Melde dich noch einmal in deinem Konto an. Von da an kommst du auch mit ${label} hinein.`,
    emailTaken:
      'Ein Konto hier hat diese E-Mail-Adresse schon. Ist es deines, wähle oben „Schon Mitglied“: Dort meldest du dich an und fügst diesen Weg hinzu.',
    logInAndAdd: 'Anmelden und hinzufügen',
    back: 'Zurück zur Anmeldung',
    looking: 'Es wird nachgesehen, wer du bist',
  },
  added: 'Weg zur Anmeldung hinzugefügt',
  addedText: 'Ab jetzt kannst du dich damit anmelden.',
  proved: 'Bestätigt',
  provedText: 'Fünf Minuten lang kannst du deine Wege zur Anmeldung ändern.',
  notSignedIn: 'Nicht angemeldet',
  notChanged: 'Es wurde nichts geändert',
  failures: {
    cancelled: 'Es wurde beim Anbieter abgebrochen.',
    expired:
      'Es hat zu lange gedauert, war schon erledigt oder begann in einem anderen Browser. Bitte versuche es noch einmal.',
    failed: 'Auf die Antwort des Anbieters war kein Verlass. Bitte versuche es noch einmal.',
    unavailable: 'Der Anbieter war nicht zu erreichen. Bitte versuche es gleich noch einmal.',
    suspended: 'Dieses Konto wurde gesperrt.',
    taken: 'Jenes Konto gehört hier einem anderen Mitglied.',
    present: 'Du meldest dich schon mit einem Konto dieses Anbieters an. Entferne zuerst das andere.',
    'other-session': 'Hier ist jemand anders angemeldet als am Anfang. Bitte versuche es noch einmal.',
    'other-account': 'Das ist nicht das Konto, mit dem du dich hier anmeldest.',
    unproved:
      'Der Anbieter hat nicht gesagt, dass du dich dort gerade angemeldet hast. Melde dich hier ab und wieder an: das gilt fünf Minuten lang.',
  },
};
