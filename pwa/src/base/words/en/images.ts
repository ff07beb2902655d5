import { roomWords } from '../room.ts';

/** Spec §2 "Dashboard", §8. */
export const images = roomWords('images', {
  avatar: {
    change: 'Change avatar',
    title: 'Avatar',
    text: 'Your face beside everything you write.',
    label: 'Avatar image',
    uploaded: 'Everybody sees your new avatar.',
    remove: 'Remove avatar',
    removed: 'Your robot is back.',
  },
  background: {
    change: 'Change background',
    title: 'Background',
    text: 'The band behind your name.',
    label: 'Background image',
    uploaded: 'Everybody sees your new background.',
    remove: 'Remove background',
    removed: 'Your own pattern is back.',
  },
  fits: 'JPEG, PNG, WebP, GIF or AVIF',
  camera: 'Take a picture',
  opening: 'Opening the image',
  refusals: {
    type: 'This is no image that can be used. Please choose a JPEG, PNG, WebP, GIF or AVIF.',
    large: (megabytes: string, megapixels: string) =>
      `This image is too large: it can have ${megabytes} MB and ${megapixels} megapixels at most.`,
    broken: 'This image could not be read. It may be damaged.',
  },
  animated: 'This image moves. Only its first picture will be shown.',
  cropArea: 'Part of the image that will be shown',
  cropHint: 'Drag the image, or use the arrow keys. Zoom with + and −.',
  zoom: 'Zoom',
  preview: 'Preview',
  other: 'Choose another',
  save: 'Save image',
  preparing: 'Preparing',
  sending: (percent: string) => `Sending, ${percent}`,
  sent: 'Almost done',
  updated: 'Image updated',
  notUpdated: 'Error updating image',
  notUploaded: 'Error uploading image',
  notProcessed: 'There was an error processing your image.',
});
