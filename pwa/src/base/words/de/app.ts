import type { Words } from '../catalogue.ts';

/** See the English words. The navigation's words are short: seven of them share a telephone's width. */
export const app: Words['app'] = {
  skipToContent: 'Zum Inhalt springen',
  homeLink: 'PMCW-Startseite',
  myProfile: 'Mein Profil',
  nav: {
    label: 'Hauptnavigation',
    home: 'Start',
    directory: 'Leute',
    group: 'Telegram',
    login: 'Anmelden',
    edit: 'Profil',
    messages: 'Chats',
    admin: 'Admin',
    logout: 'Abmelden',
  },
  update: {
    isReady: 'Eine neue Version ist da',
    losesText: 'Was du auf dieser Seite getippt hast, ginge verloren.',
    partMissing:
      'Ein Teil der App ließ sich nicht laden. Beim Neuladen ginge verloren, was du auf dieser Seite getippt hast.',
    outdated:
      'In einem anderen Tab läuft eine neuere Version. Dieser hier bewahrt nichts mehr auf; kopiere, was du gerade schreibst, und lade ihn neu.',
    later: 'Später',
    reload: 'Neu laden',
    reloadAnyway: 'Trotzdem neu laden',
  },
  onItsWay: 'Die Seite wird geladen',
  unfetched: {
    title: 'Dieser Teil der App konnte nicht geladen werden',
    text: 'Sobald der Server antwortet, wird er noch einmal angefragt.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    heading: '404 Seite nicht gefunden',
    text: 'Unter dieser Adresse wohnt niemand, oder niemand mehr.',
    home: 'Zur Startseite',
  },
  error: {
    heading: 'Anwendungsfehler',
    text: 'Auf dieser Seite ist etwas kaputtgegangen. Nichts, was du abgeschickt hast, ist verloren.',
    reload: 'Seite neu laden',
  },
};
