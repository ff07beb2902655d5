import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';

const source = path.join(import.meta.dirname, 'src/app/firstViews.tsx');

/** The views are drawn without a style sheet: the app's own holds for them, too. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

/** The views of `firstViews.tsx`, drawn by the app's own components. */
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

/** Writes `firstViews.json`: what the query service puts into the pages of some screens, to be read before the app is there. */
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
