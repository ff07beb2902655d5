import type { Words } from '../catalogue.ts';

export const api: Words['api'] = {
  unreachable: 'Der Server ist nicht erreichbar. Bitte prüfe deine Verbindung und versuche es noch einmal.',
  unreadable: 'Diese App versteht die Antwort des Servers nicht. Bitte lade die Seite neu.',
  unknown: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
};
