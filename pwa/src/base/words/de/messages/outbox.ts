import type { Words } from '../../catalogue.ts';

export const outbox: Words['outbox'] = {
  waiting: (count) => `${count} wartend`,
  waitingFor: { 'sign-in': 'anmelden', network: 'kein Netz', server: 'keine Antwort' },
  failed: (count) => `${count} nicht gesendet`,
  leave: {
    title: 'Bevor du dich abmeldest',
    messages: (count) =>
      count === 1
        ? '1 Nachricht wurde noch nicht gesendet.'
        : `${count} Nachrichten wurden noch nicht gesendet.`,
    blocks: (count) =>
      count === 1
        ? 'Der Server weiß noch nicht, dass du 1 Mitglied blockiert hast.'
        : `Der Server weiß noch nicht, dass du ${count} Mitglieder blockiert hast.`,
    drafts: (count) =>
      count === 1 ? '1 Entwurf ist auf diesem Gerät.' : `${count} Entwürfe sind auf diesem Gerät.`,
    rest: 'Alle anderen Daten von dir werden aus diesem Browser entfernt. Auf dem Server bleiben sie.',
    send: 'Senden und abmelden',
    sendText: 'Du wirst abgemeldet, sobald alles gesendet ist.',
    draftsKept: 'Entwürfe bleiben, bis du dich hier wieder anmeldest.',
    keep: 'Behalten und abmelden',
    keepText: 'Bleibt auf diesem Gerät und wird gesendet, wenn du dich hier wieder anmeldest.',
    keepDraftsText: 'Bleibt auf diesem Gerät, bis du dich hier wieder anmeldest.',
    discard: 'Verwerfen und abmelden',
    discardText: 'Wird endgültig gelöscht.',
    owed: 'Deine Daten wurden von diesem Gerät entfernt. Der Server wird benachrichtigt, sobald er erreichbar ist.',
    cancel: 'Angemeldet bleiben',
    sending: (sent, all) => `${sent} von ${all} gesendet`,
    notSent: (count) =>
      count === 1
        ? '1 Nachricht konnte gerade nicht gesendet werden. Was soll mit ihr geschehen?'
        : `${count} Nachrichten konnten gerade nicht gesendet werden. Was soll mit ihnen geschehen?`,
  },
  wipeFailed: {
    title: 'Nicht alles wurde entfernt',
    description:
      'Deine Nachrichten sind vielleicht noch auf diesem Gerät. Die App versucht es jedes Mal wieder, wenn sie hier geöffnet wird. Um sicherzugehen, schließe ihre anderen Tabs und versuche es noch einmal, oder lösche die Daten dieser Website im Browser.',
    again: 'Noch einmal versuchen',
  },
};
