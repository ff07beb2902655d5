import type { Words } from '../catalogue.ts';

export const signInMethods: Words['signInMethods'] = {
  title: 'Wege zur Anmeldung',
  description:
    'Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder Bildschirmsperre an, mit einer Wallet per Signatur. Beides kann niemand erraten.',
  password: 'Passwort',
  unnamed: 'Ein Passkey',
  wallet: (network) => `${network}-Wallet`,
  added: (date) => `Hinzugefügt am ${date}`,
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'Noch nicht benutzt',
  onSeveral: 'Auf mehreren deiner Geräte',
  only: 'Das ist dein einziger Weg zur Anmeldung. Füge einen anderen hinzu, bevor du ihn entfernst.',
  failed: 'Deine Wege zur Anmeldung konnten nicht geladen werden. Bitte versuche es noch einmal.',
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
    title: 'Diesen Weg zur Anmeldung entfernen?',
    passkey: (name) =>
      `Mit ${name} kannst du dich dann nicht mehr anmelden. Lösche ihn auch in deinem Passwort-Manager.`,
    password: 'Mit deinem Passwort kannst du dich dann nicht mehr anmelden, auf deinen anderen Wegen schon.',
    wallet: (name) =>
      `Mit ${name} kannst du dich dann nicht mehr anmelden. Die Adresse bleibt auf deinem Profil.`,
    confirm: 'Entfernen',
  },
  removed: 'Weg zur Anmeldung entfernt',
  notRemoved: 'Er wurde nicht entfernt',
  proof: {
    title: 'Bestätige, dass du es bist',
    text: 'Das geht nur, wenn du dich gerade angemeldet hast. Bestätige es hier, dann geht es weiter.',
    confirm: 'Bestätigen',
    byPasskey: 'Mit einem Passkey bestätigen',
    failed: 'Es wurde nicht bestätigt',
  },
  newPassword: {
    title: 'Passwort wählen',
    text: 'Auch damit kannst du dich dann anmelden.',
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
    unsupported: 'Dieser Browser oder die Adresse dieser Website kann mit Passkeys nicht benutzt werden.',
    unknown: 'Der Browser konnte es nicht tun. Bitte versuche es noch einmal.',
  },
};
