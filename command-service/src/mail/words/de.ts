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
      `Entfernt, weil ein anderes Mitglied durch eine Unterschrift bewiesen hat, dass sie ihm gehört: ${what}`,
  },
  way: (kind, wallet) => `${ways[kind]}${wallet === null ? '' : `, ${wallet}`}`,
  more: (count) => `und ${count} weitere`,
  footer: (site) =>
    `Diese E-Mail bekommst du, weil diese Adresse zu einem Konto bei ${site} gehört. Antworten darauf liest niemand.`,
  kinds: {
    email_confirmation: {
      subject: (site) => `Bestätige deine Mailadresse für ${site}`,
      happened: ({ site }) =>
        `Jemand hat sich bei ${site} mit dieser Mailadresse registriert. Wenn du es warst, bestätige sie innerhalb einer Woche mit diesem Link.`,
      notYou:
        'Wenn du es nicht warst, hat jemand anderes ein Konto mit deiner Mailadresse. Benutze den Link nicht. Mit „Passwort vergessen?“ bei der Anmeldung bekommst du das Konto und kannst es löschen.',
      action: 'Mailadresse bestätigen',
    },
    password_forgotten: {
      subject: (site) => `Neues Passwort für ${site} wählen`,
      happened: ({ site, changes }) =>
        `Jemand hat ein neues Passwort für dein Konto bei ${site} verlangt. Mit diesem Link wählst du eines. Er gilt eine Stunde und ein Mal, und er meldet alle Browser ab.${changes.length === 0 ? '' : ' Außerdem beendet er diese anderen Wege zur Anmeldung, wenn du sie nicht auf der Seite behältst:'}`,
      notYou:
        'Wenn du das nicht warst, ist nichts zu tun: Dein Passwort bleibt, wie es ist. Zeige diesen Link niemandem.',
      action: 'Neues Passwort wählen',
    },
    password_changed: {
      subject: (site) => `Dein Passwort für ${site} wurde geändert`,
      happened: ({ site }) =>
        `Das Passwort deines Kontos bei ${site} wurde von jemandem geändert, der dort angemeldet ist. Alle anderen Browser wurden abgemeldet.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Wähle sofort ein anderes Passwort: Öffne die Seite und nimm „Passwort vergessen?“ bei der Anmeldung.',
      action: 'Zur Anmeldung',
    },
    password_reset: {
      subject: (site) => `Für ${site} wurde ein neues Passwort gewählt`,
      happened: ({ site, changes }) =>
        `Für dein Konto bei ${site} wurde mit einem Link ein neues Passwort gewählt, aus einer E-Mail oder von einem Administrator. Alle Browser wurden abgemeldet.${changes.length === 0 ? '' : ' Diese anderen Wege zur Anmeldung wurden beendet:'}`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Wähle sofort ein anderes Passwort: Öffne die Seite und nimm „Passwort vergessen?“ bei der Anmeldung. Sieh auch nach, wer sonst deine E-Mails lesen kann.',
      action: 'Zur Anmeldung',
    },
    reset_link_issued: {
      subject: (site) => `Die Administration von ${site} hat einen Link zu deinem Konto erstellt`,
      happened: ({ site, by }) =>
        `${by === null ? 'Die Administration' : `@${by} aus der Administration`} hat einen Link erstellt, mit dem ein Mal und innerhalb einer Stunde ein neues Passwort für dein Konto bei ${site} gewählt werden kann. Wer den Link hat, kann ihn benutzen.`,
      notYou:
        'Wenn du nicht darum gebeten hast, will vielleicht jemand anders dein Konto übernehmen. Melde dich an, wähle sofort ein anderes Passwort, was den Link beendet, und frage bei der Administration nach.',
      action: 'Zur Anmeldung',
    },
    list_changes: {
      subject: (site) => `Auf deinem Profil bei ${site} hat sich etwas geändert`,
      happened: ({ site }) =>
        `Adressen oder Links auf deinem Profil bei ${site} wurden geändert, wo andere sie sehen und an sie zahlen können:`,
      notYou:
        'Wenn du das nicht warst und auch keinen Administrator darum gebeten hast, bringe es sofort in Ordnung und ändere dein Passwort: Wer eine Adresse hinzufügt, kann an deiner Stelle bezahlt werden.',
      action: 'Profil ansehen',
    },
    sign_in_changes: {
      subject: (site) => `Weitere Änderungen an deiner Anmeldung bei ${site}`,
      happened: ({ site }) =>
        `An den Wegen zur Anmeldung bei deinem Konto bei ${site} wurde viel geändert. Das kam nach der letzten E-Mail darüber:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Sieh deine Wege zur Anmeldung an, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Wege zur Anmeldung ansehen',
    },
    passkey_added: {
      subject: (site) => `Deinem Konto bei ${site} wurde ein Passkey hinzugefügt`,
      happened: ({ site }) =>
        `Deinem Konto bei ${site} wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich ohne Passwort anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Entferne den Passkey unter „Wege zur Anmeldung“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    passkey_removed: {
      subject: (site) => `Von deinem Konto bei ${site} wurde ein Passkey entfernt`,
      happened: ({ site }) =>
        `Von deinem Konto bei ${site} wurde ein Passkey entfernt. Mit ihm meldet sich niemand mehr an.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Sieh deine Wege zur Anmeldung an, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    wallet_sign_in_added: {
      subject: (site) => `Mit einer Wallet kann man sich jetzt bei deinem Konto bei ${site} anmelden`,
      happened: ({ site }) =>
        `Eine Wallet wurde den Wegen zur Anmeldung bei ${site} hinzugefügt. Wer ihren Schlüssel hat, kann sich ohne Passwort anmelden:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Entferne die Wallet unter „Wege zur Anmeldung“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    wallet_sign_in_removed: {
      subject: (site) => `Mit einer Wallet meldet sich bei deinem Konto bei ${site} niemand mehr an`,
      happened: ({ site }) =>
        `Eine Wallet wurde aus den Wegen zur Anmeldung bei ${site} entfernt. Ihre Adresse steht weiter auf deinem Profil:`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Sieh dir die Wege zur Anmeldung an, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    openid_added: {
      subject: (site) => `Zu deinem Konto bei ${site} kam die Anmeldung über einen Anbieter`,
      happened: ({ site }) =>
        `Zu deinem Konto bei ${site} wurde ein Konto bei einem anderen Anbieter hinzugefügt. Wer sich dort anmeldet, kann sich auch hier anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Entferne es unter „Wege zur Anmeldung“, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    openid_removed: {
      subject: (site) => `Von deinem Konto bei ${site} wurde die Anmeldung über einen Anbieter entfernt`,
      happened: ({ site }) =>
        `Von deinem Konto bei ${site} wurde ein Konto bei einem anderen Anbieter entfernt. Mit ihm meldet sich hier niemand mehr an.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Sieh deine Wege zur Anmeldung an, beende alle anderen Sitzungen und wähle ein anderes Passwort.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    password_added: {
      subject: (site) => `Dein Konto bei ${site} hat jetzt ein Passwort`,
      happened: ({ site }) =>
        `Für dein Konto bei ${site}, das keines hatte, wurde ein Passwort gewählt. Wer es kennt, kann sich anmelden.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Entferne das Passwort unter „Wege zur Anmeldung“ und beende alle anderen Sitzungen.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
    password_removed: {
      subject: (site) => `Das Passwort deines Kontos bei ${site} wurde entfernt`,
      happened: ({ site }) =>
        `Das Passwort deines Kontos bei ${site} wurde entfernt. Mit ihm meldet sich niemand mehr an; deine anderen Wege zur Anmeldung sind wie zuvor.`,
      notYou:
        'Wenn du das nicht warst, hat jemand anders dein Konto. Sieh deine Wege zur Anmeldung an und beende alle anderen Sitzungen.',
      action: 'Deine Wege zur Anmeldung ansehen',
    },
  },
};
