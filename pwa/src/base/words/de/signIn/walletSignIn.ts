import type { Words } from '../../catalogue.ts';

export const walletSignIn: Words['walletSignIn'] = {
  description: 'Deine Wallet signiert einen kurzen Text. Das kostet nichts und überträgt nichts.',
  none: 'In diesem Browser wurde keine Wallet gefunden',
  noneText:
    'Sie erscheint hier, sobald ihre Erweiterung eingeschaltet ist. Mit einer Wallet auf einem anderen Gerät signierst du anderswo.',
  asking: (wallet) => `Bitte beantworte die Anfrage in ${wallet}.`,
  which: (wallet) => `Mit welchem Konto von ${wallet} möchtest du signieren?`,
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
      'Danach signiert deine Wallet noch einmal: eine Erklärung in deinem Profil, mit der alle die Adresse prüfen können.',
    next: 'Weiter',
    back: 'Zurück',
    statement: 'Diese Erklärung wird in deinem Profil angezeigt.',
  },
  proof: {
    which: 'Mit einer Wallet bestätigen',
    confirm: 'Bestätigen',
  },
  addition: {
    button: 'Wallet hinzufügen',
    description:
      'Mit einer nachgewiesenen Adresse kannst du dich anmelden. Wer ihren Schlüssel hat, kann dann dein Konto benutzen.',
    choose: (wallet) => `${wallet} hinzufügen`,
    add: 'Hinzufügen',
    none: 'Du hast keine nachgewiesene Adresse, die du hinzufügen könntest. Trage eine unter „Wallet-Adressen“ ein und wähle „Besitz nachweisen“. Das geht mit Adressen von EVM-Netzwerken und Solana.',
    added: 'Wallet hinzugefügt',
    addedText: 'Du kannst dich jetzt damit anmelden.',
    notAdded: 'Die Wallet wurde nicht hinzugefügt',
    offer: 'Auch damit anmelden',
    risk: 'Wer ihren Schlüssel hat, kann dann dein Konto benutzen.',
  },
};
