import type { Words } from '../catalogue.ts';

export const landing: Words['landing'] = {
  promise: 'Deine Krypto-Identität in einem einfachen Link',
  about:
    'Jede Wallet-Adresse, jedes soziale Netzwerk, eine Seite, die dir gehört. Teile einen Namen statt zweiundvierzig Zeichen.',
  start: 'Hol dir dein Profil',
  browse: 'Profile ansehen',
  features: {
    heading: 'Alles, womit andere dich finden, bezahlen und dir vertrauen',
    wallets: {
      title: 'Mehrere Wallets',
      text: 'Elf Netzwerke und beliebig viele Adressen. Bei jeder werden Format und Prüfsumme geprüft, bevor sie jemand kopieren kann.',
    },
    sharing: {
      title: 'Einfach teilen',
      text: 'Ein kurzer Link aus deinem Namen, für jede Bio und jede Rechnung.',
      sampleName: 'du',
    },
    verification: {
      title: 'Verifizierung',
      text: 'Ein goldenes Siegel von Menschen, die hingesehen haben. Man verdient es, man kauft es nie, und es bringt 1 PMCW.',
    },
    looks: {
      title: 'Dein eigenes Profil',
      text: 'Dein Bild, deine Farben, deine Worte. Bis du wählst, stehen ein Roboter und ein Muster für dich, die sonst niemand hat.',
    },
  },
  sampleBio: 'Baut in Lagos offene Zahlungswege. Trinkgeld ist auf jeder Chain willkommen.',
  verified: {
    heading: 'Kürzlich verifiziert',
    viewAll: 'Alle verifizierten Mitglieder',
    failed: 'Die verifizierten Mitglieder konnten nicht geladen werden',
    loading: 'Verifizierte Mitglieder werden geladen',
    none: 'Noch ist niemand verifiziert. Mach du den Anfang!',
  },
  callToAction: {
    heading: 'Sichere dir deinen Namen, bevor es jemand anderes tut',
    text: 'Es dauert eine Minute, und jede Adresse, die du hinzufügst, wird geprüft.',
    create: 'Profil anlegen',
    browse: 'Profile ansehen',
  },
  token: {
    heading: 'PMCW verdient, wer echt ist',
    text: (supply) =>
      `Es wird nie mehr als ${supply} geben. Mitglieder bekommen ihren, wenn sie verifiziert werden.`,
    supply: 'Feste Menge',
    network: 'Netzwerk',
    address: 'Vertragsadresse',
    failed: 'Der Token konnte nicht geladen werden',
    copy: 'Token-Adresse kopieren',
    copied: {
      title: 'Token-Adresse kopiert',
      description: 'Die PMCW-Token-Adresse ist in deiner Zwischenablage',
      failure: 'Die Adresse konnte nicht kopiert werden',
    },
    join: 'Zur Telegram-Gruppe',
  },
  footer: {
    label: 'Über diese Seite',
    text: 'Ein Link für alle deine Wallets.',
    directory: 'Mitgliederverzeichnis',
    group: 'Telegram',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
  },
};
