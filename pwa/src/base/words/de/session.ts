import type { Words } from '../catalogue.ts';

export const session: Words['session'] = {
  logoutFailed: 'Abmeldung fehlgeschlagen',
  loggedOut: 'Abgemeldet',
  loggedOutSuccessfully: 'Du hast dich erfolgreich abgemeldet.',
  ended: {
    logout: { title: 'Abgemeldet', text: 'Du hast dich in einem anderen Fenster abgemeldet.' },
    ended_elsewhere: {
      title: 'Du wurdest hier abgemeldet',
      text: 'Das hast du auf einem anderen deiner Geräte getan. Bitte melde dich an, um hier fortzufahren. Warst du das nicht, bitte einen Administrator um Hilfe.',
    },
    expired: {
      title: 'Deine Sitzung ist abgelaufen',
      text: 'Bitte melde dich wieder an. Nichts, was du geschrieben hast, ist verloren.',
    },
    password_changed: {
      title: 'Dein Passwort wurde geändert',
      text: 'Deine anderen Geräte wurden dabei abgemeldet. Bitte melde dich mit dem neuen Passwort an. Warst du das nicht, bitte einen Administrator um Hilfe.',
    },
    suspended: {
      title: 'Dieses Konto wurde gesperrt',
      text: 'Ein Administrator hat es gesperrt; zurzeit kannst du dich nicht anmelden. Frag in unserer Gruppe nach, wenn du das für einen Irrtum hältst.',
    },
    deleted: { title: 'Konto gelöscht', text: 'Dein Konto und alles darin ist gelöscht.' },
    unknown: { title: 'Du wurdest abgemeldet', text: 'Bitte melde dich an, um fortzufahren.' },
  },
  accountNotDeleted: 'Das Konto konnte nicht gelöscht werden',
  accountNotDeletedText:
    'Beim Löschen deines Kontos ist etwas schiefgegangen. Bitte versuche es noch einmal.',
};
