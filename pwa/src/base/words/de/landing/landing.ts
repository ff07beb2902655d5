import type { Words } from '../../catalogue.ts';

export const landing: Words['landing'] = {
  promise: 'Deine Krypto-Identität in einem einfachen Link',
  about:
    'Alle Wallet-Adressen, alle sozialen Netzwerke, eine Seite, die dir gehört. Teile einen Namen statt zweiundvierzig Zeichen.',
  start: 'Hol dir dein Profil',
  browse: 'Profile ansehen',
  features: {
    heading: 'Alles, womit andere dich finden, bezahlen und dir vertrauen',
    wallets: {
      title: 'Mehrere Wallets',
      text: 'Elf Netzwerke und beliebig viele Adressen. Format und Prüfsumme jeder Adresse werden geprüft, bevor jemand sie kopieren kann.',
    },
    sharing: {
      title: 'Einfach teilen',
      text: 'Ein kurzer Link mit deinem Namen, für jede Bio und jede Rechnung.',
      sampleName: 'du',
    },
    verification: {
      title: 'Verifizierung',
      text: 'Ein goldenes Siegel von Menschen, die wirklich hingesehen haben. Man kann es nur verdienen, nicht kaufen, und es bringt 1 PMCW.',
    },
    looks: {
      title: 'Dein eigenes Profil',
      text: 'Dein Bild, deine Farben, deine Worte. Bis du dich entscheidest, bekommst du einen Roboter und ein Muster, die sonst niemand hat.',
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
    heading: 'PMCW bekommt, wer echt ist',
    text: (supply) =>
      `Es wird nie mehr als ${supply} geben. Mitglieder bekommen ihren Token, wenn sie verifiziert werden.`,
    supply: 'Feste Gesamtmenge',
    network: 'Netzwerk',
    address: 'Contract-Adresse',
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
    label: 'Über diese Website',
    text: 'Ein Link für all deine Wallets.',
    directory: 'Mitglieder',
    group: 'Telegram',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
  },
};
