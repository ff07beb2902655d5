import type { Words } from '../catalogue.ts';

export const walletSignIn: Words['walletSignIn'] = {
  description: 'Deine Wallet signiert einen kurzen Text. Das kostet nichts und bewegt nichts.',
  none: 'In diesem Browser wurde keine Wallet gefunden',
  noneText:
    'Sie erscheint hier, sobald ihre Erweiterung an ist. Eine Wallet auf einem anderen Gerät signiert anderswo.',
  asking: (wallet) => `${wallet} fragt dich etwas. Bitte antworte dort.`,
  which: (wallet) => `Welches Konto von ${wallet} signiert?`,
  sending: 'Einen Moment…',
  failed: 'Die Anmeldung hat nicht geklappt',
  network: 'Netzwerk',
  address: 'Wallet-Adresse',
  getText: 'Text zum Signieren holen',
  signIn: 'Anmelden',
  otherAddress: 'Andere Adresse',
  newcomer: {
    title: 'Konto anlegen',
    description: 'Mit dieser Adresse meldet sich noch niemand an. Sie ersetzt das Passwort.',
    twice:
      'Danach signiert deine Wallet noch einmal: eine Erklärung, die auf deinem Profil steht und mit der alle die Adresse prüfen können.',
    next: 'Weiter',
    back: 'Zurück',
    statement: 'Diese Erklärung wird auf deinem Profil stehen.',
  },
  proof: {
    which: 'Mit einer Wallet bestätigen',
    confirm: 'Bestätigen',
  },
  addition: {
    button: 'Wallet hinzufügen',
    description:
      'Mit einer bewiesenen Adresse kann man sich anmelden. Wer ihren Schlüssel hat, kann dann dein Konto benutzen.',
    choose: (wallet) => `${wallet} hinzufügen`,
    add: 'Hinzufügen',
    none: 'Es gibt keine bewiesene Adresse, die du hinzufügen könntest. Trage eine unter „Wallet-Adressen“ ein und beweise dort, dass sie deine ist; das geht mit Adressen von EVM-Netzwerken und von Solana.',
    added: 'Wallet hinzugefügt',
    addedText: 'Du kannst dich jetzt damit anmelden.',
    notAdded: 'Die Wallet wurde nicht hinzugefügt',
    offer: 'Auch damit anmelden',
    risk: 'Wer ihren Schlüssel hat, kann dann dein Konto benutzen.',
  },
};
