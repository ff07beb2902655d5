import type { Words } from '../catalogue.ts';

export const proving: Words['proving'] = {
  title: 'Beweise, dass sie dir gehört',
  description:
    'Signiere einen kurzen Text mit der Wallet dieser Adresse. Das kostet nichts und bewegt nichts.',
  before: (date) => `Bewiesen am ${date}. Ein neuer Beweis ersetzt diesen.`,
  loading: 'Der Text wird vorbereitet',
  statement: 'Zu signieren',
  copyStatement: 'Text kopieren',
  copied: {
    title: 'Text kopiert',
    description: 'Füge ihn unverändert in deine Wallet ein und signiere ihn dort.',
    failure: 'Der Text konnte nicht in die Zwischenablage kopiert werden',
  },
  ways: { label: 'Wo du signierst', here: 'Im Browser', elsewhere: 'Anderswo' },
  here: {
    signWith: 'Signieren mit',
    none: (network) => `In diesem Browser wurde keine Wallet für ${network} gefunden`,
    noneText:
      'Sie erscheint hier, sobald ihre Erweiterung eingeschaltet ist. Eine Hardware-Wallet oder ein Telefon signiert anderswo.',
    goElsewhere: 'Anderswo signieren',
    asking: (wallet) => `${wallet} bittet dich, den Text zu signieren. Bitte bestätige das dort.`,
    stop: 'Nicht länger warten',
    sending: 'Die Signatur wird geprüft …',
    declined: (wallet) =>
      `Du hast in ${wallet} abgelehnt. Es wurde nichts signiert; du kannst es jederzeit wieder versuchen.`,
    busy: (wallet) =>
      `In ${wallet} ist schon eine Frage offen. Bitte beantworte sie dort und versuche es dann noch einmal.`,
    noAccount: (wallet) =>
      `${wallet} hat kein Konto gezeigt. Bitte entsperre sie, erlaube ihr die Verbindung mit dieser Seite und versuche es noch einmal.`,
    failed: (wallet) =>
      `${wallet} konnte nicht signieren. Bitte entsperre sie und versuche es noch einmal, oder signiere anderswo.`,
    otherAccount: (wallet) => `In ${wallet} ist ein anderes Konto gewählt`,
    needed: 'Gebraucht',
    selected: 'Gewählt',
    chooseAccount: 'Anderes Konto wählen',
    switchAccount: (wallet) => `Bitte wechsle in ${wallet} zum gebrauchten Konto.`,
    tryAgain: 'Noch einmal versuchen',
  },
  elsewhere: {
    steps: 'So signierst du anderswo',
    copy: 'Kopiere den Text oben, Zeichen für Zeichen.',
    evm: 'Suche in der Wallet dieser Adresse nach „Nachricht signieren“, füge den Text ein und signiere. Wo eine Wallet das nicht hat, lassen MyEtherWallet oder Etherscan („Verified Signatures“) sie signieren. Die Signatur beginnt mit 0x.',
    solana:
      'Suche in der Wallet dieser Adresse nach „Nachricht signieren“, füge den Text ein und signiere. Ledger-Geräte und die Befehlszeile von Solana signieren eine andere Art von Nachricht, die hier nicht verstanden wird.',
    bitcoin:
      'Signiere den Text in der Wallet dieser Adresse mit ihr: in Sparrow und Electrum unter „Tools“, „Sign/Verify message“, in Trezor Suite beim Konto unter „Signieren und verifizieren“.',
    taproot: 'Eine Adresse, die mit bc1p beginnt, braucht das Format BIP-322 (simple).',
    paste: 'Füge die Signatur hier ein.',
    signature: 'Signatur',
    hint: 'Wird auf deinem Gerät geprüft, bevor sie gesendet wird.',
    send: 'Adresse beweisen',
  },
  newText: 'Neuen Text holen',
  about: {
    title: 'Was das zeigt',
    points: [
      'Dass, wer den Schlüssel dieser Adresse hat, sie auf deinem Profil haben will. Text und Signatur können alle selbst prüfen.',
      'Anderswo nützt die Signatur nichts: Der Text bittet um keine Anmeldung und keine Zahlung.',
      'Der Beweis endet, wenn du die Adresse entfernst.',
      'Adressen, die mehrere Schlüssel brauchen, und die anderer Netzwerke lassen sich nicht durch Signatur beweisen.',
    ],
  },
  done: {
    title: (network) => `Diese ${network}-Adresse ist bewiesen`,
    text: 'Wer dein Profil öffnet, sieht es und kann es prüfen.',
    close: 'Fertig',
  },
};
