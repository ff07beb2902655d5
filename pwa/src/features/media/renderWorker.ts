import type { Size } from './cropSize.ts';
import { type Rendering, render, type Surface } from './render.ts';

declare const self: DedicatedWorkerGlobalScope;

function surfaceOf({ width, height }: Size): Surface {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This worker cannot draw on a canvas');
  return { context, encode: (type, quality) => canvas.convertToBlob({ type, quality }) };
}

// Null makes the page render the picture.
self.addEventListener('message', ({ data }: MessageEvent<Rendering>) => {
  render(data, surfaceOf).then(
    (blob) => self.postMessage(blob),
    () => self.postMessage(null),
  );
});
