import type { Words } from '../../catalogue.ts';

export const install: Words['install'] = {
  title: 'PMCW installieren',
  text: 'Startet wie eine App, funktioniert auch offline und zeigt ungelesene Nachrichten am Symbol an.',
  install: 'Installieren',
  notNow: 'Jetzt nicht',
  gotIt: 'Verstanden',
  byHand: {
    share: 'Tippe in der Symbolleiste deines Browsers auf „Teilen“.',
    add: 'Wähle „Zum Home-Bildschirm“.',
  },
  device: {
    title: 'Auf diesem Gerät',
    description: 'Was die App in diesem Browser darf.',
  },
  push: {
    label: 'Mitteilungen über Nachrichten',
    hint: 'Wenn dir jemand schreibt, während die App geschlossen ist. Endet, wenn du dich abmeldest.',
    textLabel: 'Nachrichtentext anzeigen',
    textHint: 'Sonst siehst du nur, wer geschrieben hat.',
    why: {
      unsupported: 'Dieser Browser kann keine Mitteilungen anzeigen.',
      'needs-install':
        'Installiere zuerst die App: Auf diesem Gerät können nur installierte Apps Mitteilungen anzeigen.',
      denied: 'Mitteilungen dieser Website sind blockiert. Erlaube sie in den Einstellungen deines Browsers.',
    },
    failed: {
      title: 'Die Mitteilungen konnten nicht geändert werden',
      service: 'Der Push-Dienst deines Browsers ist nicht erreichbar.',
    },
    message: 'Neue Nachricht',
    voice: 'Sprachnachricht',
    obsolete: 'Eine Nachricht, die schon gelesen oder gelöscht ist',
  },
  received: {
    heading: 'Mit PMCW geteilt',
    text: 'Wähle, wohin es soll. Es bleibt auf diesem Gerät, bis du es verwendest oder verwirfst, höchstens eine Woche.',
    signIn: 'Melde dich an, um es zu verwenden. Bis dahin bleibt es auf diesem Gerät, höchstens eine Woche.',
    forgotten: (shown, count) =>
      count === 1
        ? 'Etwas, das du vor mehr als einer Woche geteilt hast, hast du nie verwendet. Es wurde entfernt.'
        : `${shown} Dinge, die du vor mehr als einer Woche geteilt hast, hast du nie verwendet. Sie wurden entfernt.`,
    login: 'Zur Anmeldung',
    nothing: 'Noch nichts da',
    nothingText:
      'Teile Text, einen Link, ein Bild oder eine Aufnahme aus einer anderen App, dann erscheint es hier.',
    messages: 'Chats',
    discard: 'Verwerfen',
    avatar: 'Als Profilbild verwenden',
    background: 'Als Hintergrund verwenden',
    sendTo: 'Verwenden in einer Nachricht an',
    recordingTo: 'Aufnahme senden an',
    noConversations: 'Du hast noch keine Chats.',
    moreConversations: 'Weitere Chats anzeigen',
    directory: 'Unter „Mitglieder“ jemanden finden',
    unusable: 'Mit diesem Dateityp kann die App nichts anfangen.',
    fromOutside: 'Aus einer anderen App geteilt',
    refused: {
      title: 'Es wurde nichts übernommen',
      'too-large': 'Es ist größer als 32 MB. Teile weniger oder kleinere Dateien.',
      'too-many': 'Das sind zu viele Dinge auf einmal. Teile höchstens 10 Dateien.',
      'too-long': 'Der Text ist länger als 8.000 Zeichen. Teile einen Ausschnitt.',
      waiting: 'Hier wartet schon zu viel. Verwende oder verwirf etwas davon und teile dann noch einmal.',
      failed:
        'Es konnte nicht auf diesem Gerät gespeichert werden. Gib Platz frei und teile dann noch einmal.',
    },
    failed: {
      title: 'Das konnte nicht verwendet werden',
      text: 'Die Datei ist beschädigt, zu lang oder in einem Format, das sich nicht abspielen lässt.',
    },
  },
};
