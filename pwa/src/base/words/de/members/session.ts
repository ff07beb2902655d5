import type { Words } from '../../catalogue.ts';

export const session: Words['session'] = {
  logoutFailed: 'Abmeldung fehlgeschlagen',
  loggedOut: 'Abgemeldet',
  loggedOutSuccessfully: 'Du hast dich erfolgreich abgemeldet.',
  ended: {
    logout: { title: 'Abgemeldet', text: 'Du hast dich in einem anderen Fenster abgemeldet.' },
    ended_elsewhere: {
      title: 'Du wurdest hier abgemeldet',
      text: 'Die Abmeldung kam von einem anderen deiner Geräte. Bitte melde dich an, um hier fortzufahren. Wenn du das nicht warst, bitte einen Administrator um Hilfe.',
    },
    expired: {
      title: 'Deine Sitzung ist abgelaufen',
      text: 'Bitte melde dich wieder an. Was du geschrieben hast, ist nicht verloren.',
    },
    password_changed: {
      title: 'Dein Passwort wurde geändert',
      text: 'Dadurch wurdest du hier abgemeldet. Bitte melde dich mit dem neuen Passwort an. Wenn du das nicht warst, bitte einen Administrator um Hilfe.',
    },
    suspended: {
      title: 'Dieses Konto wurde gesperrt',
      text: 'Ein Administrator hat es gesperrt, deshalb kannst du dich zurzeit nicht anmelden. Frag in unserer Gruppe nach, wenn du das für einen Irrtum hältst.',
    },
    deleted: { title: 'Konto gelöscht', text: 'Dein Konto und alles darin wurde gelöscht.' },
    unknown: { title: 'Du wurdest abgemeldet', text: 'Bitte melde dich an, um fortzufahren.' },
  },
  accountNotDeleted: 'Das Konto konnte nicht gelöscht werden',
  accountNotDeletedText:
    'Beim Löschen deines Kontos ist etwas schiefgegangen. Bitte versuche es noch einmal.',
};
