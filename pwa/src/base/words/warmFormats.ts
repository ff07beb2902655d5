/**
 * Has a worker make the first formats of `Intl`. The first one of all costs Chromium tens of milliseconds, once for all of a
 * page's process, to learn which languages there are; on the page itself it would be one long task amidst the first drawing.
 */
export function warmFormats(): void {
  const worker = new Worker(new URL('./formatsWorker.ts', import.meta.url), { type: 'module' });
  const end = () => worker.terminate();
  worker.addEventListener('message', end);
  // Without it the page does the same by itself, when it needs to.
  worker.addEventListener('error', end);
}
