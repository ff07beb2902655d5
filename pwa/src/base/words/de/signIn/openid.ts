import type { Words } from '../../catalogue.ts';

export const openid: Words['openid'] = {
  continueWith: (label) => `Weiter mit ${label}`,
  confirmWith: (label) => `Mit ${label} bestätigen`,
  add: (label) => `${label} hinzufügen`,
  notBegun: 'Der Anbieter konnte nicht geöffnet werden',
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
      `Melde dich hier einmal in deinem Konto an. Danach kannst du dich auch mit ${label} anmelden.`,
    emailTaken:
      'Hier gibt es schon ein Konto mit dieser E-Mail-Adresse. Wenn es deines ist, wähle oben „Schon Mitglied“, um dich anzumelden und diese Anmeldemethode hinzuzufügen.',
    logInAndAdd: 'Anmelden und hinzufügen',
    back: 'Zurück zur Anmeldung',
    looking: 'Wir sehen nach, wer du bist',
  },
  added: 'Anmeldemethode hinzugefügt',
  addedText: 'Ab jetzt kannst du dich damit anmelden.',
  proved: 'Bestätigt',
  provedText: 'In den nächsten fünf Minuten kannst du deine Anmeldemethoden ändern.',
  notSignedIn: 'Nicht angemeldet',
  notChanged: 'Es wurde nichts geändert',
  failures: {
    cancelled: 'Du hast beim Anbieter abgebrochen.',
    expired:
      'Das hat zu lange gedauert, war schon erledigt oder wurde in einem anderen Browser gestartet. Bitte versuche es noch einmal.',
    failed: 'Der Antwort des Anbieters war nicht zu trauen. Bitte versuche es noch einmal.',
    unavailable: 'Der Anbieter war nicht zu erreichen. Bitte versuche es gleich noch einmal.',
    suspended: 'Dieses Konto wurde gesperrt.',
    taken: 'Dieses Konto gehört hier einem anderen Mitglied.',
    present: 'Du meldest dich schon mit einem Konto dieses Anbieters an. Entferne zuerst das andere.',
    'other-session': 'Du bist anders angemeldet als zu Beginn. Bitte versuche es noch einmal.',
    'other-account': 'Das ist nicht das Konto, mit dem du dich hier anmeldest.',
    unproved:
      'Der Anbieter hat nicht bestätigt, dass du dich dort gerade angemeldet hast. Melde dich hier ab und wieder an: Das gilt fünf Minuten lang.',
  },
};
