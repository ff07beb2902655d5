import { roomWords } from '../../room.ts';

/** Spec §2 "Dashboard", §8. */
export const images = roomWords('images', {
  avatar: {
    change: 'Change avatar',
    title: 'Avatar',
    text: 'Your face next to everything you write.',
    label: 'Avatar image',
    uploaded: 'Everyone can see your new avatar now.',
    remove: 'Remove avatar',
    removed: 'Your robot is back.',
  },
  background: {
    change: 'Change background',
    title: 'Background',
    text: 'The banner behind your name.',
    label: 'Background image',
    uploaded: 'Everyone can see your new background now.',
    remove: 'Remove background',
    removed: 'Your own pattern is back.',
  },
  fits: 'JPEG, PNG, WebP, GIF or AVIF',
  camera: 'Take a picture',
  opening: 'Opening the image',
  refusals: {
    type: 'This file cannot be used. Please choose a JPEG, PNG, WebP, GIF or AVIF image.',
    large: (megabytes: string, megapixels: string) =>
      `This image is too large. The limit is ${megabytes} MB and ${megapixels} megapixels.`,
    broken: 'This image could not be read. It may be damaged.',
  },
  animated: 'This image is animated. Only its first frame will be shown.',
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
