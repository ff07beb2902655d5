import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';

const source = path.join(import.meta.dirname, 'src/app/firstViews.tsx');

/** Views need no styles of their own: the app's style sheet applies. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

/** Renders the views of `firstViews.tsx` with the app's components. */
async function draw(): Promise<Readonly<Record<string, string>>> {
  const { module } = await runnerImport<typeof import('./src/app/firstViews.tsx')>(source, {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    resolve: { conditions: ['source'] },
    plugins: [noStyles, react()],
  });
  return module.drawFirstViews();
}

/** Writes `firstViews.json`, which the query service inserts into pages, to be read before the app has loaded. */
export function firstViews(): Plugin {
  return {
    name: 'first-views',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await draw(), null, 2);
      this.emitFile({ type: 'asset', fileName: 'firstViews.json', source });
    },
  };
}
