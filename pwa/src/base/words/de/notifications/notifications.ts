import type { Words } from '../../catalogue.ts';

export const notifications: Words['notifications'] = {
  bell: (unread, count) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${count} ungelesen`),
  title: 'Benachrichtigungen',
  markAllRead: 'Alle gelesen',
  dismiss: (title) => `Benachrichtigung löschen: ${title}`,
  unread: 'Ungelesen: ',
  readSuffix: ' • Gelesen',
  showOlder: 'Ältere anzeigen',
  none: 'Noch keine Benachrichtigungen',
  noneText: 'Hier erscheinen Neuigkeiten von den Administratoren.',
  notLoaded: 'Die Benachrichtigungen konnten nicht geladen werden',
  notChanged: 'Die Benachrichtigungen konnten nicht geändert werden',
  offline: 'Du bist offline',
  offlineText: 'Deine Benachrichtigungen erscheinen, sobald du wieder online bist.',
  notFresh: 'Keine Verbindung. Diese Liste ist vielleicht nicht aktuell.',
};
