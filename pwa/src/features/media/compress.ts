import { trustedScript } from '../../base/scripts/trustedScripts.ts';
import type { Size } from './cropSize.ts';
import { type Rendering, render, type Surface } from './render.ts';
import rendererUrl from './renderWorker.ts?worker&url';

/**
 * Crops and compresses in a worker, so that the page stays responsive; on the page if workers can't draw.
 * @throws when the browser can't read the file or encode it small enough
 */
export async function compress(rendering: Rendering): Promise<Blob> {
  return (await inWorker(rendering)) ?? render(rendering, surfaceOnPage);
}

/** Null if it failed there. */
function inWorker(rendering: Rendering): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(null);
  const worker = new Worker(trustedScript(rendererUrl), { type: 'module' });
  return new Promise<Blob | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    worker.postMessage(rendering);
  }).finally(() => worker.terminate());
}

export function surfaceOnPage({ width, height }: Size): Surface {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw on a canvas');
  const encode = (type: string, quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      const take = (blob: Blob | null) =>
        blob === null ? reject(new Error('This browser cannot encode the picture')) : resolve(blob);
      canvas.toBlob(take, type, quality);
    });
  return { context, encode };
}

/** Images are sent as data URLs (spec §7). */
export function blobToDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}
