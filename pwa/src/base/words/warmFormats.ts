import { trustedScript } from '../scripts/trustedScripts.ts';
import formatsUrl from './formatsWorker.ts?worker&url';

/**
 * Creates the first `Intl` formats in a worker. The first one costs Chromium tens of milliseconds per process, to load
 * its locales; on the page that would be a long task during the first render.
 */
export function warmFormats(): void {
  const worker = new Worker(trustedScript(formatsUrl), { type: 'module' });
  const end = () => worker.terminate();
  worker.addEventListener('message', end);
  // Without the worker the page does this itself, on demand.
  worker.addEventListener('error', end);
}
