import type { Words } from '../catalogue.ts';

export const notifications: Words['notifications'] = {
  bell: (unread, count) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${count} ungelesen`),
  title: 'Benachrichtigungen',
  markAllRead: 'Alle gelesen',
  dismiss: (title) => `Benachrichtigung löschen: ${title}`,
  unread: 'Ungelesen: ',
  readSuffix: ' • Gelesen',
  showOlder: 'Ältere anzeigen',
  none: 'Noch keine Benachrichtigungen',
  noneText: 'Hier stehen Neuigkeiten der Administratoren.',
  notLoaded: 'Die Benachrichtigungen konnten nicht geladen werden',
  notChanged: 'Die Benachrichtigungen konnten nicht geändert werden',
  offline: 'Du bist offline',
  offlineText: 'Deine Benachrichtigungen erscheinen, sobald die Verbindung wieder da ist.',
  notFresh: 'Keine Verbindung. So war es zuletzt.',
};
