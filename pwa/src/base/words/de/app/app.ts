import type { Words } from '../../catalogue.ts';

/** See the English words. The navigation's words are short: seven of them share a phone's width. */
export const app: Words['app'] = {
  skipToContent: 'Zum Inhalt springen',
  homeLink: 'PMCW-Startseite',
  myProfile: 'Mein Profil',
  nav: {
    label: 'Hauptnavigation',
    home: 'Start',
    directory: 'Mitglieder',
    group: 'Telegram',
    login: 'Anmelden',
    edit: 'Konto',
    messages: 'Chats',
    admin: 'Admin',
    logout: 'Abmelden',
  },
  update: {
    isReady: 'Eine neue Version ist da',
    losesText: 'Deine Eingaben auf dieser Seite gehen verloren.',
    partMissing:
      'Ein Teil der App konnte nicht geladen werden. Wenn du neu lädst, gehen deine Eingaben auf dieser Seite verloren.',
    outdated:
      'In einem anderen Tab läuft eine neuere Version. Dieser hier speichert nichts mehr: Kopiere, was du gerade schreibst, und lade ihn dann neu.',
    later: 'Später',
    reload: 'Neu laden',
    reloadAnyway: 'Trotzdem neu laden',
  },
  loadingPage: 'Die Seite wird geladen',
  unfetched: {
    title: 'Dieser Teil der App konnte nicht geladen werden',
    text: 'Er wird geladen, sobald der Server erreichbar ist.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    heading: '404 Seite nicht gefunden',
    text: 'Unter dieser Adresse wohnt niemand (mehr).',
    home: 'Zur Startseite',
  },
  error: {
    heading: 'Anwendungsfehler',
    text: 'Auf dieser Seite ist etwas schiefgegangen. Was du abgeschickt hast, ist nicht verloren.',
    reload: 'Seite neu laden',
  },
};
