import type { Words } from '../catalogue.ts';

export const install: Words['install'] = {
  title: 'PMCW installieren',
  text: 'Öffnet sich wie eine App, auch ohne Netz, und zeigt ungelesene Nachrichten auf dem Symbol.',
  install: 'Installieren',
  notNow: 'Jetzt nicht',
  gotIt: 'Verstanden',
  byHand: {
    share: 'Tippe in der Leiste des Browsers auf „Teilen“.',
    add: 'Wähle „Zum Home-Bildschirm“.',
  },
  device: {
    title: 'Auf diesem Gerät',
    description: 'Was die App hier darf, in diesem Browser.',
  },
  push: {
    label: 'Mitteilungen über Nachrichten',
    hint: 'Wenn dir jemand schreibt und keine Seite der App offen ist. Aus, wenn du dich abmeldest.',
    textLabel: 'Zeigen, was in Nachrichten steht',
    textHint: 'Sonst zeigen Mitteilungen nur, wer geschrieben hat.',
    why: {
      unsupported: 'Dieser Browser kann keine Mitteilungen zeigen.',
      'needs-install': 'Installiere zuerst die App: Hier können nur installierte Apps Mitteilungen zeigen.',
      denied: 'Mitteilungen dieser Website sind gesperrt. Erlaube sie in den Einstellungen des Browsers.',
    },
    failed: {
      title: 'Die Mitteilungen ließen sich nicht ändern',
      service: 'Der Push-Dienst dieses Browsers ist nicht erreichbar.',
    },
    message: 'Neue Nachricht',
    voice: 'Sprachnachricht',
  },
  received: {
    heading: 'Mit PMCW geteilt',
    text: 'Wähle, wohin es soll. Es bleibt auf diesem Gerät, bis du es verwendest oder verwirfst, höchstens eine Woche.',
    signIn: 'Melde dich an, um es zu verwenden. Bis dahin bleibt es auf diesem Gerät, höchstens eine Woche.',
    forgotten: (shown, count) =>
      count === 1
        ? 'Etwas, das vor mehr als einer Woche geteilt wurde, wurde nie verwendet. Es wurde entfernt.'
        : `${shown} Dinge, die vor mehr als einer Woche geteilt wurden, wurden nie verwendet. Sie wurden entfernt.`,
    login: 'Zur Anmeldung',
    nothing: 'Hier wartet nichts',
    nothingText:
      'Teile Text, einen Link, ein Bild oder eine Aufnahme aus einer anderen App, dann steht es hier.',
    messages: 'Nachrichten',
    discard: 'Verwerfen',
    avatar: 'Als Avatar verwenden',
    background: 'Als Hintergrund verwenden',
    sendTo: 'Schreiben an',
    recordingTo: 'Aufnahme senden an',
    noConversations: 'Du hast noch keine Unterhaltungen.',
    directory: 'Im Verzeichnis jemanden finden',
    unusable: 'Mit dieser Art von Datei kann die App nichts anfangen.',
    failed: {
      title: 'Das ließ sich nicht verwenden',
      text: 'Die Datei ist kaputt, zu lang oder von einer Art, die niemand abspielen könnte.',
    },
  },
};
