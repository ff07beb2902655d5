import type { Words } from '../../catalogue.ts';

export const signInMethods: Words['signInMethods'] = {
  title: 'Anmeldemethoden',
  description:
    'Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder Bildschirmsperre an, mit einer Wallet per Signatur. Beides lässt sich nicht erraten.',
  password: 'Passwort',
  unnamed: 'Ein Passkey',
  wallet: (network) => `${network}-Wallet`,
  added: (date) => `Hinzugefügt am ${date}`,
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'Noch nicht benutzt',
  onSeveral: 'Auf mehreren deiner Geräte',
  only: 'Das ist deine einzige Anmeldemethode. Füge eine andere hinzu, bevor du sie entfernst.',
  failed: 'Deine Anmeldemethoden konnten nicht geladen werden. Bitte versuche es noch einmal.',
  add: 'Passkey hinzufügen',
  addPassword: 'Passwort wählen',
  passkeyAdded: 'Passkey hinzugefügt',
  passkeyAddedText: (name) => `Du kannst dich jetzt damit anmelden: ${name}`,
  notAdded: 'Der Passkey wurde nicht hinzugefügt',
  rename: (name) => `Umbenennen: ${name}`,
  renaming: {
    title: 'Passkey umbenennen',
    name: 'Neuer Name',
    save: 'Namen speichern',
    failed: 'Der Passkey wurde nicht umbenannt',
  },
  remove: (name) => `Entfernen: ${name}`,
  confirmRemove: {
    title: 'Diese Anmeldemethode entfernen?',
    passkey: (name) =>
      `Mit ${name} kannst du dich dann nicht mehr anmelden. Lösche ihn auch in deinem Passwort-Manager.`,
    password:
      'Mit deinem Passwort kannst du dich dann nicht mehr anmelden. Deine anderen Anmeldemethoden bleiben.',
    wallet: (name) =>
      `Mit ${name} kannst du dich dann nicht mehr anmelden. Die Adresse bleibt in deinem Profil.`,
    confirm: 'Entfernen',
  },
  removed: 'Anmeldemethode entfernt',
  notRemoved: 'Sie wurde nicht entfernt',
  proof: {
    title: 'Bestätige, dass du es bist',
    text: 'Zum Schutz deines Kontos bestätige bitte, dass du es bist, bevor es weitergeht.',
    confirm: 'Bestätigen',
    byPasskey: 'Mit einem Passkey bestätigen',
    failed: 'Es wurde nicht bestätigt',
  },
  newPassword: {
    title: 'Passwort wählen',
    text: 'Du kannst dich dann auch damit anmelden.',
    new: 'Neues Passwort',
    confirm: 'Neues Passwort bestätigen',
    save: 'Passwort speichern',
    saved: 'Passwort gespeichert',
    failed: 'Das Passwort wurde nicht gespeichert',
  },
  login: {
    button: 'Mit einem Passkey anmelden',
    failed: 'Nicht angemeldet',
  },
  failures: {
    cancelled: 'Es wurde abgebrochen oder hat zu lange gedauert.',
    present: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
    unsupported: 'Passkeys funktionieren in diesem Browser oder unter dieser Adresse nicht.',
    unknown: 'Im Browser ist etwas schiefgegangen. Bitte versuche es noch einmal.',
  },
};
