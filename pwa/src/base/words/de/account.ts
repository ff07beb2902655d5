import type { Words } from '../catalogue.ts';

export const account: Words['account'] = {
  title: 'Konto',
  description: 'Wie du dich anmeldest, und wie du gehst.',
  email: {
    title: 'Deine Mailadresse ist nicht bestätigt.',
    text: (email) =>
      `Öffne den Link in der Mail an ${email}. Dorthin gehen Links für ein neues Passwort und Sicherheitswarnungen.`,
    sendAgain: 'Mail noch einmal senden',
    sent: 'Die Mail ist unterwegs',
    notSent: 'Die Mail wurde nicht gesendet',
  },
  password: {
    heading: 'Passwort',
    rowText: 'Meldet deine anderen Geräte ab.',
    change: 'Ändern',
    title: 'Passwort ändern',
    text: 'Deine anderen Geräte werden abgemeldet; hier bleibst du angemeldet.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    confirm: 'Neues Passwort bestätigen',
    strengths: { weak: 'Schwach', fair: 'Mittel', strong: 'Stark' },
    save: 'Neues Passwort speichern',
    updated: 'Passwort geändert',
    updatedText: 'Deine anderen Geräte wurden abgemeldet.',
    notUpdated: 'Das Passwort konnte nicht geändert werden',
  },
  deletion: {
    heading: 'Konto löschen',
    rowText: 'Alles darin verschwindet mit ihm.',
    delete: 'Löschen',
    title: 'Bist du sicher?',
    text: 'Das lässt sich nicht rückgängig machen. Dein Konto wird endgültig gelöscht:',
    consequences: [
      'Dein Profil, deine Wallet-Adressen, Links und Bilder sind sofort weg.',
      'Deine Nachrichten verschwinden, auch bei allen, die sie bekommen haben.',
      'Du wirst überall abgemeldet, und Entwürfe auf diesem Gerät werden entfernt.',
      'Niemand kann deinen Benutzernamen noch einmal bekommen, auch du nicht.',
    ],
    typeName: (username) => `Gib zur Bestätigung ${username} ein`,
    confirm: 'Mein Konto löschen',
  },
  farewell: {
    title: 'Dein Konto ist weg',
    text: 'Alles darin wurde gelöscht, und niemand kann es zurückholen.',
    begun: 'Etwas war gerade nicht erreichbar: Was noch übrig ist, wird gelöscht, sobald es wieder da ist.',
    receipt: (time) =>
      `Hier ist eine Quittung vom ${time}: was gelöscht wurde und wo das im Protokoll steht, signiert. Darin steht deine Nummer und sonst nichts von dir. Sie wird nur dieses eine Mal gezeigt.`,
    download: 'Quittung herunterladen',
    close: 'Schließen',
  },
};
