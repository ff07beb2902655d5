import type { Words } from '../catalogue.ts';

/** See the English words. */
export const auth: Words['auth'] = {
  title: 'Anmelden',
  heading: 'Ein Name für alles, was dir auf der Chain gehört',
  promises: {
    wallets: {
      title: 'Beliebig viele Wallet-Adressen',
      text: 'Jedes Netzwerk, das du nutzt, geprüft, bevor es jemand sieht.',
    },
    images: { title: 'Profilbilder', text: 'Dein Gesicht und deine Farben, oder ein eigener Roboter.' },
    socials: { title: 'Soziale Netzwerke', text: 'Alles, was du anderswo bist, einen Klick entfernt.' },
    verification: {
      title: 'Verifizierung durch Admins',
      text: 'Ein goldenes Siegel, das sagt: Das bist wirklich du.',
    },
  },
  tabs: { label: 'Anmelden oder registrieren', login: 'Anmelden', register: 'Registrieren' },
  login: 'Anmelden',
  forgotPassword: 'Passwort vergessen?',
  forgotten: {
    title: 'Passwort vergessen?',
    text: 'Ein Administrator kann dir einen Link geben, mit dem du ein neues wählst. Er gilt ein einziges Mal und eine Stunde lang.',
    steps: [
      'Schreib einem Administrator in unserer Gruppe, von einem Konto aus, das in deinem Profil steht.',
      'Er prüft, dass du es bist, und schickt dir den Link.',
      'Öffne den Link auf diesem Gerät und wähle dein neues Passwort.',
    ],
    toGroup: 'In der Gruppe fragen',
    looking: 'Einen Moment.',
    mail: {
      text: 'Wir schicken einen Link an die E-Mail-Adresse deines Kontos. Mit ihm wählst du ein neues, ein einziges Mal und innerhalb einer Stunde.',
      name: 'Benutzername oder E-Mail',
      send: 'Link zuschicken',
      sent: 'Wenn es ein solches Konto gibt, ist eine E-Mail unterwegs. Sieh auch im Spam-Ordner nach.',
      failed: 'Die E-Mail ließ sich nicht anfordern',
      none: 'Keine E-Mail? Einen Administrator fragen',
    },
  },
  email: 'E-Mail',
  usernameHint: 'Unter diesem Namen findet man deine Seite. Er lässt sich später nicht ändern.',
  confirmPassword: 'Passwort bestätigen',
  pmcwWallet: 'PMCW-Wallet-Adresse',
  pmcwWalletPlaceholder: '0x…',
  requestVerification: 'Verifizierung beantragen',
  requestVerificationHint:
    'Ein Administrator sieht sich dein Profil an. Dafür brauchst du eine PMCW-Wallet-Adresse.',
  verificationMessage: 'Bei der Registrierung beantragt.',
  agreement: {
    before: 'Ich stimme den ',
    terms: 'Nutzungsbedingungen',
    between: ' und der ',
    privacy: 'Datenschutzerklärung',
    after: ' zu',
  },
  createAccount: 'Konto anlegen',
  closed: {
    title: 'Die Registrierung ist geschlossen',
    text: 'Zurzeit können sich keine neuen Mitglieder registrieren. Schau später wieder vorbei oder frag in unserer Gruppe.',
    toGroup: 'In der Gruppe fragen',
  },
  reset: {
    title: 'Neues Passwort wählen',
    text: 'Du wirst überall abgemeldet.',
    newPassword: 'Neues Passwort',
    confirmPassword: 'Neues Passwort bestätigen',
    save: 'Neues Passwort speichern',
    failed: 'Das Passwort konnte nicht geändert werden',
    done: 'Passwort geändert',
    doneText: 'Du kannst dich jetzt damit anmelden.',
    toLogin: 'Zurück zur Anmeldung',
  },
};
