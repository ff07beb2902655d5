import type { Words } from '../../catalogue.ts';

export const contacts: Words['contacts'] = {
  options: 'Optionen dieses Chats',
  messageOptions: 'Optionen dieser Nachricht',
  report: 'Melden',
  block: 'Blockieren',
  unblock: 'Blockierung aufheben',
  unblockMember: (name) => `Blockierung von ${name} aufheben`,
  blocked: (name) => `Du hast ${name} blockiert`,
  unblocked: (name) => `Du hast die Blockierung von ${name} aufgehoben`,
  youBlocked: (name) => `Du hast ${name} blockiert.`,
  undo: 'Rückgängig',
  failed: 'Die Blockierung konnte nicht geändert werden',
  confirm: {
    title: (name) => `${name} blockieren?`,
    text: 'Nachrichten dieses Mitglieds erreichen dich nicht mehr, und seine Zeilen im globalen Chat werden ausgeblendet. Es erfährt nichts davon. Auch du kannst ihm nicht schreiben. Nachrichten aus der Zeit der Blockierung kommen nicht nach, wenn du sie aufhebst.',
  },
  fromBlocked: 'Nachricht von einem blockierten Mitglied',
  show: 'Anzeigen',
  request: {
    label: 'Nachrichtenanfrage',
    title: (name) => `${name} möchte dir schreiben`,
    text: 'Du hast diesem Mitglied nie geschrieben. Es erfährt nicht, dass du dies liest.',
    accept: 'Annehmen',
    delete: 'Löschen',
    failed: 'Die Anfrage konnte nicht beantwortet werden',
  },
  policy: {
    title: 'Wer einen Chat mit mir beginnen kann',
    description: 'Mitglieder, denen du geschrieben hast, können immer antworten.',
    everyone: 'Alle',
    verified: 'Verifizierte',
    nobody: 'Niemand',
    saved: 'Gespeichert',
    failed: 'Die Einstellung konnte nicht gespeichert werden',
  },
  card: {
    title: 'Blockierte Mitglieder',
    description: 'Ihre Nachrichten erreichen dich nicht. Sie erfahren nichts davon.',
    none: 'Es sind keine Mitglieder blockiert.',
    more: 'Mehr anzeigen',
  },
};
