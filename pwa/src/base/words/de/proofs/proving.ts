import type { Words } from '../../catalogue.ts';

export const proving: Words['proving'] = {
  title: 'Besitz nachweisen',
  description:
    'Signiere einen kurzen Text mit der Wallet dieser Adresse. Das kostet nichts und überträgt nichts.',
  before: (date) => `Nachgewiesen am ${date}. Ein neuer Nachweis ersetzt diesen.`,
  loading: 'Der Text wird vorbereitet',
  statement: 'Zu signieren',
  copyStatement: 'Text kopieren',
  copied: {
    title: 'Text kopiert',
    description: 'Füge ihn unverändert in deine Wallet ein und signiere ihn dort.',
    failure: 'Der Text konnte nicht in die Zwischenablage kopiert werden',
  },
  ways: { label: 'Wo du signierst', here: 'Im Browser', elsewhere: 'Anderswo' },
  foundWallets: {
    signWith: 'Signieren mit',
    ofThisBrowser: 'Wallet dieses Browsers',
    none: (network) => `In diesem Browser wurde keine Wallet für ${network} gefunden`,
    noneText:
      'Sie erscheint hier, sobald ihre Erweiterung eingeschaltet ist. Mit einer Hardware-Wallet oder einem Handy signierst du anderswo.',
    goElsewhere: 'Anderswo signieren',
    asking: (wallet) => `${wallet} bittet dich, den Text zu signieren. Bitte bestätige das dort.`,
    stop: 'Nicht länger warten',
    sending: 'Die Signatur wird geprüft …',
    declined: (wallet) =>
      `Du hast in ${wallet} abgelehnt. Es wurde nichts signiert; du kannst es jederzeit noch einmal versuchen.`,
    busy: (wallet) =>
      `In ${wallet} ist schon eine Anfrage offen. Bitte beantworte sie dort und versuche es dann noch einmal.`,
    noAccount: (wallet) =>
      `${wallet} hat kein Konto freigegeben. Bitte entsperre sie, erlaube ihr die Verbindung mit dieser Website und versuche es noch einmal.`,
    failed: (wallet) =>
      `${wallet} konnte nicht signieren. Bitte entsperre sie und versuche es noch einmal, oder signiere anderswo.`,
    otherAccount: (wallet) => `In ${wallet} ist ein anderes Konto gewählt`,
    needed: 'Erforderlich',
    selected: 'Ausgewählt',
    chooseAccount: 'Anderes Konto wählen',
    switchAccount: (wallet) => `Bitte wechsle in ${wallet} zum erforderlichen Konto.`,
    tryAgain: 'Noch einmal versuchen',
  },
  pasting: {
    steps: 'So signierst du anderswo',
    copy: 'Kopiere den Text oben, Zeichen für Zeichen.',
    evm: 'Suche in der Wallet dieser Adresse nach „Nachricht signieren“, füge den Text ein und signiere. Wenn deine Wallet das nicht anbietet, signiere mit ihr über MyEtherWallet oder Etherscan („Verified Signatures“). Die Signatur beginnt mit 0x.',
    solana:
      'Suche in der Wallet dieser Adresse nach „Nachricht signieren“, füge den Text ein und signiere. Das geht auch mit Ledger-Geräten und der Befehlszeile von Solana.',
    bitcoin:
      'Signiere den Text in der Wallet dieser Adresse: in Sparrow und Electrum unter „Tools“, „Sign/Verify message“, in Trezor Suite beim Konto unter „Signieren und verifizieren“.',
    taproot: 'Eine Adresse, die mit bc1p beginnt, braucht das Format BIP-322 (simple).',
    paste: 'Füge die Signatur hier ein.',
    signature: 'Signatur',
    hint: 'Wird auf deinem Gerät geprüft, bevor sie gesendet wird.',
    send: 'Adresse nachweisen',
  },
  newText: 'Neuen Text holen',
  about: {
    title: 'Was das zeigt',
    points: [
      'Wer den Schlüssel dieser Adresse hat, will sie in deinem Profil haben. Text und Signatur können alle selbst prüfen.',
      'Anderswo nützt die Signatur nichts: Der Text erlaubt keine Anmeldung und keine Zahlung.',
      'Der Nachweis endet, wenn du die Adresse entfernst.',
      'Adressen, die mehrere Schlüssel brauchen, und die anderer Netzwerke lassen sich nicht per Signatur nachweisen.',
    ],
  },
  done: {
    title: (network) => `Diese ${network}-Adresse ist nachgewiesen`,
    text: 'Wer dein Profil öffnet, sieht es und kann es prüfen.',
    close: 'Fertig',
  },
};
