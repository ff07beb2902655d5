import type { Words } from '../../catalogue.ts';

export const reports: Words['reports'] = {
  report: 'Melden',
  reportAddress: (network) => `${network}-Adresse melden`,
  titles: {
    profile: (name) => `${name} melden?`,
    address: (name) => `Eine Adresse von ${name} melden?`,
    message: (name) => `Eine Nachricht von ${name} melden?`,
  },
  secret: (name) => `Administratoren sehen es sich an. ${name} erfährt nicht, wer gemeldet hat.`,
  onlyThisMessage: 'Sie können dann diese eine Nachricht lesen, sonst nichts aus eurem Chat.',
  voiceMessage: 'Sprachnachricht',
  reason: 'Was ist nicht in Ordnung?',
  reasons: {
    scam: 'Betrug',
    spam: 'Spam',
    impersonation: 'Falsche Identität',
    abuse: 'Beleidigung',
    other: 'Etwas anderes',
  },
  reasonHints: {
    scam: 'Will durch Täuschung an Geld oder Schlüssel kommen',
    spam: 'Unerwünschte Werbung oder immer wieder dasselbe',
    impersonation: 'Gibt sich als eine andere Person oder ein anderes Projekt aus',
    abuse: 'Beleidigungen, Drohungen oder Hass',
    other: 'Bitte beschreibe es unten',
  },
  text: 'Was sollten Administratoren wissen?',
  send: 'Meldung senden',
  sent: 'Meldung gesendet',
  sentText: 'Danke. Du bekommst eine Benachrichtigung mit dem Ergebnis.',
  failed: 'Die Meldung wurde nicht gesendet',
  block: (name) => `${name} blockieren`,
  outcomes: {
    dismissed: 'Abgewiesen',
    message_removed: 'Nachricht entfernt',
    warned: 'Verwarnt',
    suspended: 'Gesperrt',
  },
};
