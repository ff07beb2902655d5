import type { Words } from '../catalogue.ts';

/** See the English words. */
export const images: Words['images'] = {
  avatar: {
    change: 'Profilbild ändern',
    title: 'Profilbild',
    text: 'Dein Gesicht neben allem, was du schreibst.',
    label: 'Profilbild auswählen',
    uploaded: 'Alle sehen jetzt dein neues Profilbild.',
    remove: 'Profilbild entfernen',
    removed: 'Dein Roboter ist wieder da.',
  },
  background: {
    change: 'Hintergrund ändern',
    title: 'Hintergrund',
    text: 'Das Band hinter deinem Namen.',
    label: 'Hintergrundbild auswählen',
    uploaded: 'Alle sehen jetzt deinen neuen Hintergrund.',
    remove: 'Hintergrund entfernen',
    removed: 'Dein eigenes Muster ist wieder da.',
  },
  fits: 'JPEG, PNG, WebP, GIF oder AVIF',
  camera: 'Foto aufnehmen',
  opening: 'Bild wird geöffnet',
  refusals: {
    type: 'Dieses Bild lässt sich nicht verwenden. Bitte wähle ein JPEG, PNG, WebP, GIF oder AVIF.',
    large: (megabytes, megapixels) =>
      `Dieses Bild ist zu groß: Es darf höchstens ${megabytes} MB und ${megapixels} Megapixel haben.`,
    broken: 'Dieses Bild konnte nicht gelesen werden. Vielleicht ist es beschädigt.',
  },
  animated: 'Dieses Bild bewegt sich. Zu sehen ist davon nur das erste Einzelbild.',
  cropArea: 'Ausschnitt, der gezeigt wird',
  cropHint: 'Verschiebe das Bild mit der Maus, dem Finger oder den Pfeiltasten. Mit + und − zoomst du.',
  zoom: 'Vergrößerung',
  preview: 'Vorschau',
  other: 'Anderes Bild wählen',
  save: 'Bild speichern',
  preparing: 'Wird vorbereitet',
  sending: (percent) => `Wird gesendet, ${percent}`,
  sent: 'Gleich fertig',
  updated: 'Bild geändert',
  notUpdated: 'Das Bild konnte nicht geändert werden',
  notUploaded: 'Das Bild konnte nicht hochgeladen werden',
  notProcessed: 'Beim Verarbeiten deines Bildes ist etwas schiefgegangen.',
};
