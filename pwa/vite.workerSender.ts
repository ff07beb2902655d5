import type { Plugin } from 'vite';
import { classicScript } from './vite.classicScript.ts';

/**
 * Builds the message sender of the service worker (`src/app/worker/sender.ts`) as a separate script: it is three times
 * as large as the rest of the worker, and only Background Sync needs it.
 */
export function workerSender(): Plugin {
  return {
    name: 'worker-sender',
    apply: 'build',
    async buildStart() {
      this.emitFile({
        type: 'asset',
        name: 'sender.js',
        source: await classicScript('app/worker/sender.ts'),
      });
    },
  };
}
