import type { Words } from '../../catalogue.ts';

export const bulk: Words['bulk'] = {
  select: (name) => `${name} auswählen`,
  selectShown: 'Alle auf dieser Seite auswählen',
  selection: 'Auswahl',
  selected: (shown) => `${shown} ausgewählt`,
  selectAll: (total) => `Alle ${total} auswählen`,
  selectWhole: 'Alle auswählen, auch auf anderen Seiten',
  clear: 'Auswahl aufheben',
  action: { verify: 'Verifizieren', suspend: 'Sperren', dismiss: 'Verwerfen', suspendReported: 'Sperren' },
  question: {
    verify: (shown, count) => `${shown} ${count === 1 ? 'Mitglied' : 'Mitglieder'} verifizieren?`,
    suspend: (shown, count) => `${shown} ${count === 1 ? 'Mitglied' : 'Mitglieder'} sperren?`,
    dismiss: (shown, count) => `Die Meldungen zu ${shown} ${count === 1 ? 'Fall' : 'Fällen'} verwerfen?`,
    suspendReported: (shown, count) =>
      `Die Mitglieder aus ${shown} ${count === 1 ? 'Fall' : 'Fällen'} sperren?`,
  },
  about: {
    verify:
      'Jedes bekommt das goldene Abzeichen und eine Benachrichtigung. Offene Anträge werden angenommen.',
    suspend: 'Sie werden überall abgemeldet, und ihre Profile sind nicht mehr zu sehen.',
    dismiss: 'Alle, die etwas gemeldet haben, erfahren, dass nichts gegen die Regeln verstößt.',
    suspendReported:
      'Sie werden überall abgemeldet, und ihre Profile sind nicht mehr zu sehen. Alle, die sie gemeldet haben, erfahren es.',
  },
  reason: 'Begründung',
  running: 'Wird ausgeführt …',
  collecting: 'Alle werden gesucht …',
  progress: (done, total) => `${done} von ${total}`,
  stop: 'Anhalten',
  over: 'Fertig',
  done: (done, total) => `${done} von ${total} erledigt.`,
  undone: (done, total) => `${done} von ${total} rückgängig gemacht.`,
  left: (shown, count) => `${shown} ${count === 1 ? 'wurde' : 'wurden'} nicht versucht.`,
  failures: (shown) => `${shown} fehlgeschlagen`,
  undoAll: 'Alles rückgängig machen',
  undoBatch: 'Alles davon rückgängig machen',
  undoBatchTitle: 'Alles davon rückgängig machen?',
  undoBatchText:
    'Alles, was zusammen damit erledigt wurde, wird rückgängig gemacht, außer wenn es seitdem wieder geändert wurde.',
  close: 'Schließen',
  leave: 'Es ist noch nicht alles erledigt. Trotzdem verlassen?',
};
