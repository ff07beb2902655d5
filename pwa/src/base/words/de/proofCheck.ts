import type { Words } from '../catalogue.ts';

export const proofCheck: Words['proofCheck'] = {
  title: 'Diesen Beweis selbst prüfen',
  about: (network, username) => `Die ${network}-Adresse von @${username}`,
  running: 'Wird geprüft…',
  runningText: 'Dein Browser rechnet nach, ob diese Signatur mit dem Schlüssel dieser Adresse entstand.',
  right: 'Diese Signatur wurde mit dem Schlüssel dieser Adresse gemacht. In deinem Browser geprüft.',
  rightText: (username, site) =>
    `Sie steht unter der Aussage, dass diese Adresse @${username} auf ${site} gehört.`,
  wrong: 'Das stimmt so nicht',
  wrongText: 'Zahl nichts an diese Adresse, bevor das Mitglied sie dir auf anderem Weg bestätigt hat.',
  contract: (network) => `Das kann nur das Netzwerk ${network} sagen`,
  contractText: (date) =>
    `Diese Adresse ist ein Smart Contract: Er hat keinen Schlüssel, den ein Browser prüfen könnte. Nach Angabe dieser Seite hat er die Signatur am ${date} als seine eigene bestätigt (EIP-1271). Seine Eigentümer können seitdem gewechselt haben. Wie du ihn selbst fragst, steht unten.`,
  unavailable: 'Die Prüfung konnte nicht geladen werden',
  unavailableText: 'Über diesen Beweis ist noch nichts bekannt. Versuch es noch einmal, wenn du online bist.',
  again: 'Noch einmal versuchen',
  faults: {
    signature: 'Diese Signatur unter dieser Aussage stammt nicht vom Schlüssel dieser Adresse.',
    text: 'Was signiert wurde, ist keine Aussage über eine Adresse.',
    address: 'Die Aussage spricht von einer anderen Adresse.',
    network: 'Die Aussage spricht von einem anderen Netzwerk.',
    username: 'Die Aussage spricht von einem anderen Mitglied.',
    url: 'Die Aussage nennt zwei verschiedene Seiten.',
  },
  otherSite: (site, here) =>
    `Die Aussage nennt ${site}, und du bist auf ${here}. Das ist richtig so, wenn diese Seite von dort umgezogen ist. Kennst du jenen Namen nicht, frag das Mitglied.`,
  signed: 'Was signiert wurde',
  address: 'Adresse',
  statement: 'Aussage, Zeichen für Zeichen',
  signature: 'Signatur',
  scheme: 'Verfahren',
  recorded: 'Signatur eingegangen',
  schemes: {
    'eip-191': 'EIP-191 (personal_sign)',
    'eip-1271': 'EIP-1271, ein Smart Contract',
    ed25519: 'Ed25519 (signMessage)',
    'bip-137': 'BIP-137 (signmessage)',
    'bip-322': 'BIP-322, einfach',
  },
  copyAddress: 'Adresse kopieren',
  copyStatement: 'Aussage kopieren',
  copySignature: 'Signatur kopieren',
  copyCommand: (tool) => `Befehl für ${tool} kopieren`,
  copied: {
    title: 'Kopiert',
    description: 'Es liegt in deiner Zwischenablage.',
    failure: 'Markier es und kopier es von Hand.',
  },
  elsewhere: 'So prüfst du dasselbe anderswo',
  elsewhereText:
    'Damit du auch dieser Seite nicht glauben musst. Womit du auch prüfst: Nimm die Aussage Zeichen für Zeichen.',
  tools: {
    etherscan: {
      name: 'etherscan.io',
      text: 'Drück dort „Verify Signature“ und füg Adresse, Aussage und Signatur ein. Das geht für jedes EVM-Netzwerk, denn keines ist daran beteiligt.',
    },
    cast: { name: 'Foundry: cast', text: 'In einer Shell. Es antwortet „Validation succeeded“.' },
    viem: {
      name: 'Node mit viem',
      text: 'Ruf npm install viem auf, speicher dies als check.mjs und ruf node check.mjs auf. Es schreibt true.',
    },
    noble: {
      name: 'Node mit @noble/curves',
      text: 'Ruf npm install @noble/curves @scure/base auf, speicher dies als check.mjs und ruf node check.mjs auf. Es schreibt true. Werkzeuge für Solanas Off-Chain-Nachrichten kennen einfache Signaturen wie diese nicht.',
    },
    bitcoinCli: { name: 'Bitcoin-Core-Node', text: 'In einer Shell. Es schreibt true.' },
    sparrow: {
      name: 'Sparrow-Wallet',
      text: 'Wähl im Menü Tools „Sign/Verify Message“, füg Adresse, Aussage und Signatur ein und drück „Verify“.',
    },
    castCall: {
      name: 'Foundry: cast',
      text: 'In einer Shell, mit der Adresse eines Knotens dieses Netzwerks in RPC_URL. Der Contract antwortet 0x1626ba7e, wenn die Signatur jetzt seine eigene ist.',
    },
    readContract: {
      name: 'Block-Explorer',
      text: 'Was der Contract ist und wer ihn ändern kann, steht dort unter „Contract“.',
    },
  },
};
