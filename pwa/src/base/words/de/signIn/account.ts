import type { Words } from '../../catalogue.ts';

export const account: Words['account'] = {
  title: 'Zugang',
  description: 'Wie du dich anmeldest und wie du gehst.',
  email: {
    title: 'Deine E-Mail-Adresse ist nicht bestätigt.',
    text: (email) =>
      `Öffne den Link in der E-Mail an ${email}. Dorthin schicken wir Links für ein neues Passwort und Sicherheitshinweise.`,
    sendAgain: 'E-Mail erneut senden',
    sent: 'Die E-Mail ist unterwegs',
    notSent: 'Die E-Mail wurde nicht gesendet',
  },
  password: {
    heading: 'Passwort',
    rowText: 'Damit meldest du deine anderen Geräte ab.',
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
    rowText: 'Löscht endgültig alles, was dazugehört.',
    delete: 'Löschen',
    title: 'Bist du sicher?',
    text: 'Das lässt sich nicht rückgängig machen. Dein Konto wird endgültig gelöscht:',
    consequences: [
      'Dein Profil, deine Wallet-Adressen, Links und Bilder sind sofort weg.',
      'Deine Nachrichten verschwinden, auch bei allen, die sie bekommen haben.',
      'Du wirst überall abgemeldet, und Entwürfe auf diesem Gerät werden entfernt.',
      'Niemand kann deinen Benutzernamen je wieder bekommen, auch du nicht.',
    ],
    typeName: (username) => `Gib zur Bestätigung ${username} ein`,
    confirm: 'Mein Konto löschen',
  },
  farewell: {
    title: 'Dein Konto ist weg',
    text: 'Alles darin wurde gelöscht, und niemand kann es zurückholen.',
    begun:
      'Ein Teil unseres Dienstes war nicht erreichbar. Was noch übrig ist, wird gelöscht, sobald er wieder da ist.',
    receipt: (time) =>
      `Hier ist eine signierte Quittung vom ${time}. Sie führt auf, was gelöscht wurde und wo das im Protokoll steht, dazu deine Mitgliedsnummer und sonst nichts über dich. Sie wird nur dieses eine Mal angezeigt.`,
    download: 'Quittung herunterladen',
    close: 'Schließen',
  },
};
