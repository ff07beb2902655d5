import type { SignInMethodKind } from '@pmcw/contracts';
import type { MailWords } from './mailWords.ts';

const ways: Readonly<Record<SignInMethodKind, string>> = {
  password: 'Passwort',
  passkey: 'Passkey',
  wallet: 'Wallet',
  openid: 'Konto bei einem anderen Anbieter',
};

export const german: MailWords = {
  greeting: (username) => `Hallo @${username},`,
  when: (time) => `Wann: ${time} UTC`,
  list: {
    added: (what) => `Neu: ${what}`,
    removed: (what) => `Entfernt: ${what}`,
    proved_by_another: (what) =>
      `Entfernt, weil ein anderes Mitglied per Signatur nachgewiesen hat, dass sie ihm gehört: ${what}`,
  },
  way: (kind, wallet) => `${ways[kind]}${wallet === null ? '' : `, ${wallet}`}`,
  more: (count) => `und ${count} weitere`,
  footer: (site) =>
    `Diese E-Mail bekommst du, weil diese Adresse zu einem Konto bei ${site} gehört. Antworten darauf werden nicht gelesen.`,
  kinds: {
    email_confirmation: {
      subject: (site) => `Bestätige deine E-Mail-Adresse für ${site}`,
      happened: ({ site }) =>
        `Jemand hat sich bei ${site} mit dieser E-Mail-Adresse registriert. Wenn du das warst, bestätige sie innerhalb einer Woche mit diesem Link.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders ein Konto mit deiner E-Mail-Adresse. Benutze den Link nicht. Mit „Passwort vergessen?“ bei der Anmeldung bekommst du das Konto und kannst es löschen.',
      action: 'E-Mail-Adresse bestätigen',
    },
    password_forgotten: {
      subject: (site) => `Neues Passwort für ${site} wählen`,
      happened: ({ site, changes }) =>
        `Jemand hat ein neues Passwort für dein Konto bei ${site} angefordert. Mit diesem Link kannst du eines wählen. Er gilt eine Stunde und nur ein Mal, und er meldet alle Browser ab.${changes.length === 0 ? '' : ' Außerdem entfernt er diese anderen Anmeldemethoden, wenn du sie nicht ausdrücklich behältst:'}`,
      notYou:
        'Wenn du das nicht warst, musst du nichts tun: Dein Passwort bleibt, wie es ist. Gib diesen Link an niemanden weiter.',
      action: 'Neues Passwort wählen',
    },
    password_changed: {
      subject: (site) => `Dein Passwort für ${site} wurde geändert`,
      happened: ({ site }) =>
        `Das Passwort deines Kontos bei ${site} wurde von jemandem geändert, der dort angemeldet ist. Alle anderen Browser wurden abgemeldet.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Wähle sofort ein anderes Passwort: Öffne die Website und wähle bei der Anmeldung „Passwort vergessen?“.',
      action: 'Zur Anmeldung',
    },
    password_reset: {
      subject: (site) => `Für ${site} wurde ein neues Passwort gewählt`,
      happened: ({ site, changes }) =>
        `Für dein Konto bei ${site} wurde über einen Link aus einer E-Mail oder von einem Administrator ein neues Passwort gewählt. Alle Browser wurden abgemeldet.${changes.length === 0 ? '' : ' Diese anderen Anmeldemethoden wurden entfernt:'}`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Wähle sofort ein anderes Passwort: Öffne die Website und wähle bei der Anmeldung „Passwort vergessen?“. Prüfe auch, wer sonst deine E-Mails lesen kann.',
      action: 'Zur Anmeldung',
    },
    reset_link_issued: {
      subject: (site) => `Ein Administrator von ${site} hat einen Link zu deinem Konto erstellt`,
      happened: ({ site, by }) =>
        `${by === null ? 'Ein Administrator' : `Der Administrator @${by}`} hat einen Link erstellt, mit dem innerhalb einer Stunde ein Mal ein neues Passwort für dein Konto bei ${site} gewählt werden kann. Wer den Link hat, kann ihn benutzen.`,
      notYou:
        'Wenn du nicht darum gebeten hast, will vielleicht jemand anders dein Konto übernehmen. Melde dich an und wähle sofort ein anderes Passwort, dann gilt auch der Link nicht mehr. Frage danach bei den Administratoren nach.',
      action: 'Zur Anmeldung',
    },
    list_changes: {
      subject: (site) => `Auf deinem Profil bei ${site} hat sich etwas geändert`,
      happened: ({ site }) =>
        `Adressen oder Links in deinem Profil bei ${site} wurden geändert. Andere sehen sie dort und zahlen vielleicht an sie:`,
      notYou:
        'Wenn du das nicht warst und auch keinen Administrator darum gebeten hast, korrigiere es sofort und ändere dein Passwort: Wer eine Adresse hinzufügt, kann an deiner Stelle bezahlt werden.',
      action: 'Profil ansehen',
    },
    sign_in_changes: {
      subject: (site) => `Weitere Änderungen an deiner Anmeldung bei ${site}`,
      happened: ({ site }) =>
        `An den Anmeldemethoden deines Kontos bei ${site} wurde viel geändert. Das kam nach unserer letzten E-Mail dazu:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Prüfe deine Anmeldemethoden, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    passkey_added: {
      subject: (site) => `Deinem Konto bei ${site} wurde ein Passkey hinzugefügt`,
      happened: ({ site }) =>
        `Deinem Konto bei ${site} wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich ohne Passwort anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Entferne den Passkey unter „Anmeldemethoden“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    passkey_removed: {
      subject: (site) => `Von deinem Konto bei ${site} wurde ein Passkey entfernt`,
      happened: ({ site }) =>
        `Von deinem Konto bei ${site} wurde ein Passkey entfernt. Mit ihm kann sich niemand mehr anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Prüfe deine Anmeldemethoden, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    wallet_sign_in_added: {
      subject: (site) => `In deinem Konto bei ${site} kann man sich jetzt mit einer Wallet anmelden`,
      happened: ({ site }) =>
        `Deinen Anmeldemethoden bei ${site} wurde eine Wallet hinzugefügt. Wer ihren Schlüssel hat, kann sich ohne Passwort anmelden:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Entferne die Wallet unter „Anmeldemethoden“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    wallet_sign_in_removed: {
      subject: (site) => `In deinem Konto bei ${site} kann man sich nicht mehr mit einer Wallet anmelden`,
      happened: ({ site }) =>
        `Aus deinen Anmeldemethoden bei ${site} wurde eine Wallet entfernt. Ihre Adresse steht weiter in deinem Profil:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Prüfe deine Anmeldemethoden, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    openid_added: {
      subject: (site) => `Deinem Konto bei ${site} wurde die Anmeldung über einen Anbieter hinzugefügt`,
      happened: ({ site }) =>
        `Deinem Konto bei ${site} wurde ein Konto bei einem anderen Anbieter hinzugefügt. Wer sich dort anmeldet, kann sich auch hier anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Entferne es unter „Anmeldemethoden“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    openid_removed: {
      subject: (site) => `Von deinem Konto bei ${site} wurde die Anmeldung über einen Anbieter entfernt`,
      happened: ({ site }) =>
        `Von deinem Konto bei ${site} wurde ein Konto bei einem anderen Anbieter entfernt. Mit ihm kann sich hier niemand mehr anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Prüfe deine Anmeldemethoden, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Anmeldemethoden prüfen',
    },
    password_added: {
      subject: (site) => `Dein Konto bei ${site} hat jetzt ein Passwort`,
      happened: ({ site }) =>
        `Für dein Konto bei ${site}, das keines hatte, wurde ein Passwort gewählt. Wer es kennt, kann sich anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Entferne das Passwort unter „Anmeldemethoden“ und beende alle anderen Sitzungen.',
      action: 'Anmeldemethoden prüfen',
    },
    password_removed: {
      subject: (site) => `Das Passwort deines Kontos bei ${site} wurde entfernt`,
      happened: ({ site }) =>
        `Das Passwort deines Kontos bei ${site} wurde entfernt. Mit ihm kann sich niemand mehr anmelden; deine anderen Anmeldemethoden bleiben.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto. Prüfe deine Anmeldemethoden und beende alle anderen Sitzungen.',
      action: 'Anmeldemethoden prüfen',
    },
  },
};
