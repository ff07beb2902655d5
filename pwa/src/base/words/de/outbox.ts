import type { Words } from '../catalogue.ts';

export const outbox: Words['outbox'] = {
  waiting: (count) => `${count} warten`,
  waitingFor: { 'sign-in': 'anmelden', network: 'kein Netz', server: 'keine Antwort' },
  failed: (count) => `${count} nicht gesendet`,
  leave: {
    title: 'Bevor du dich abmeldest',
    messages: (count) =>
      count === 1 ? '1 Nachricht ist noch nicht gesendet.' : `${count} Nachrichten sind noch nicht gesendet.`,
    drafts: (count) =>
      count === 1 ? '1 Entwurf ist auf diesem Gerät.' : `${count} Entwürfe sind auf diesem Gerät.`,
    rest: 'Alles andere von dir wird aus diesem Browser entfernt. Auf dem Server bleibt es.',
    send: 'Senden und abmelden',
    sendText: 'Du wirst abgemeldet, sobald der Server sie hat.',
    draftsKept: 'Entwürfe bleiben, bis du dich hier wieder anmeldest.',
    keep: 'Behalten und abmelden',
    keepText: 'Sie bleiben auf diesem Gerät und werden gesendet, wenn du dich hier wieder anmeldest.',
    keepDraftsText: 'Sie bleiben auf diesem Gerät, bis du dich hier wieder anmeldest.',
    discard: 'Verwerfen und abmelden',
    discardText: 'Sie werden endgültig gelöscht.',
    owed: 'Dieses Gerät ist geräumt. Der Server erfährt es, sobald er erreichbar ist.',
    cancel: 'Angemeldet bleiben',
    sending: (sent, all) => `${sent} von ${all} gesendet`,
    notSent: (count) =>
      count === 1
        ? '1 Nachricht ließ sich jetzt nicht senden. Was soll mit ihr geschehen?'
        : `${count} Nachrichten ließen sich jetzt nicht senden. Was soll mit ihnen geschehen?`,
  },
  wipeFailed: {
    title: 'Nicht alles wurde entfernt',
    description:
      'Deine Nachrichten auf diesem Gerät ließen sich nicht entfernen. Lösche die Daten dieser Website im Browser.',
  },
};
