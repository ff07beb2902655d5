import type { Words } from '../../catalogue.ts';

export const proofCheck: Words['proofCheck'] = {
  title: 'Diesen Nachweis selbst prüfen',
  about: (network, username) => `Die ${network}-Adresse von @${username}`,
  running: 'Wird geprüft…',
  runningText: 'Dein Browser rechnet nach, ob diese Signatur vom Schlüssel dieser Adresse stammt.',
  right: 'Diese Signatur stammt vom Schlüssel dieser Adresse. In deinem Browser geprüft.',
  rightText: (username, site) =>
    `Signiert ist die Aussage, dass diese Adresse @${username} auf ${site} gehört.`,
  wrong: 'Die Prüfung ist fehlgeschlagen',
  wrongText: 'Zahle nichts an diese Adresse, bevor das Mitglied sie dir auf anderem Weg bestätigt hat.',
  contract: (network) => `Das kann nur das Netzwerk ${network} sagen`,
  contractText: (date) =>
    `Diese Adresse ist ein Smart Contract: Er hat keinen Schlüssel, den ein Browser prüfen könnte. Nach Angabe dieser Website hat er die Signatur am ${date} als seine eigene bestätigt (EIP-1271). Seine Eigentümer können seitdem gewechselt haben. Wie du ihn selbst abfragst, steht unten.`,
  unavailable: 'Die Prüfung konnte nicht geladen werden',
  unavailableText: 'Dieser Nachweis wurde nicht geprüft. Versuche es noch einmal, wenn du online bist.',
  again: 'Noch einmal versuchen',
  faults: {
    signature: 'Diese Signatur unter dieser Aussage stammt nicht vom Schlüssel dieser Adresse.',
    text: 'Was signiert wurde, ist keine Aussage über eine Adresse.',
    address: 'Die Aussage betrifft eine andere Adresse.',
    network: 'Die Aussage betrifft ein anderes Netzwerk.',
    username: 'Die Aussage betrifft ein anderes Mitglied.',
    url: 'Die Aussage nennt zwei verschiedene Websites.',
  },
  otherSite: (site, here) =>
    `Die Aussage nennt ${site}, und du bist auf ${here}. Das ist in Ordnung, wenn diese Website von dort umgezogen ist. Wenn du den Namen nicht kennst, frag das Mitglied.`,
  signed: 'Was signiert wurde',
  address: 'Adresse',
  statement: 'Genaue Aussage',
  signature: 'Signatur',
  scheme: 'Verfahren',
  recorded: 'Signatur eingegangen',
  schemes: {
    'eip-191': 'EIP-191 (personal_sign)',
    'eip-1271': 'EIP-1271, ein Smart Contract',
    'eip-6492': 'EIP-6492, ein vielleicht noch nicht angelegter Smart Contract',
    ed25519: 'Ed25519 (signMessage)',
    'solana-offchain': 'Ed25519, Off-Chain-Nachricht (Ledger)',
    'bip-137': 'BIP-137 (signmessage)',
    'bip-322': 'BIP-322 (simple)',
  },
  copyAddress: 'Adresse kopieren',
  copyStatement: 'Aussage kopieren',
  copySignature: 'Signatur kopieren',
  copyCommand: (tool) => `Befehl für ${tool} kopieren`,
  copied: {
    title: 'Kopiert',
    description: 'Es ist in deiner Zwischenablage.',
    failure: 'Markiere es und kopiere es von Hand.',
  },
  elsewhere: 'So prüfst du dasselbe anderswo',
  elsewhereText:
    'Damit du auch dieser Website nicht vertrauen musst. Womit du auch prüfst: Übernimm die Aussage Zeichen für Zeichen.',
  tools: {
    etherscan: {
      name: 'etherscan.io',
      text: 'Klicke dort auf „Verify Signature“ und füge Adresse, Aussage und Signatur ein. Das geht für jedes EVM-Netzwerk, denn keines ist daran beteiligt.',
    },
    cast: { name: 'Foundry: cast', text: 'In einer Shell. Die Ausgabe ist „Validation succeeded“.' },
    viem: {
      name: 'Node mit viem',
      text: 'Führe npm install viem aus, speichere dies als check.mjs und führe node check.mjs aus. Die Ausgabe ist true.',
    },
    deployless: {
      name: 'Node mit viem',
      text: 'Führe npm install viem aus, speichere dies als check.mjs und führe node check.mjs aus, mit der URL eines Knotens dieses Netzwerks in RPC_URL. Die Ausgabe ist true, wenn der Contract die Signatur annimmt.',
    },
    noble: {
      name: 'Node mit @noble/curves',
      text: 'Führe npm install @noble/curves @scure/base aus, speichere dies als check.mjs und führe node check.mjs aus. Die Ausgabe ist true.',
    },
    bitcoinCli: { name: 'Bitcoin-Core-Node', text: 'In einer Shell. Die Ausgabe ist true.' },
    sparrow: {
      name: 'Sparrow-Wallet',
      text: 'Wähle im Menü Tools „Sign/Verify Message“, füge Adresse, Aussage und Signatur ein und klicke auf „Verify“.',
    },
    castCall: {
      name: 'Foundry: cast',
      text: 'In einer Shell, mit der URL eines Knotens dieses Netzwerks in RPC_URL. Der Contract antwortet 0x1626ba7e, wenn die Signatur noch seine eigene ist.',
    },
    readContract: {
      name: 'Block-Explorer',
      text: 'Was der Contract ist und wer ihn ändern kann, steht dort unter „Contract“.',
    },
  },
};
