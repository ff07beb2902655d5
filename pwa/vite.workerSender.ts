import type { Plugin } from 'vite';
import { classicScript } from './vite.classicScript.ts';

/**
 * Builds what the service worker sends messages by (`src/app/worker/sender.ts`) as a script of its own: it is as much code as all the rest of
 * the worker three times over, and only Background Sync has a use for it.
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
