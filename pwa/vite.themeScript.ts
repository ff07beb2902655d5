import path from 'node:path';
import { build, type Plugin } from 'vite';

const entry = path.join(import.meta.dirname, 'src/theme/firstPaint.ts');

/** `firstPaint.ts` and what it imports, as one classic script. */
async function compile(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  if (script === undefined) throw new Error('firstPaint.ts did not compile');
  return script.code;
}

/** Puts the theme's script before everything else of the page: a hashed file of its own, and inline while developing. */
export function themeScript(): Plugin {
  let file = '';
  let isBuild = false;
  return {
    name: 'theme-script',
    config: (_config, { command }) => {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const reference = this.emitFile({ type: 'asset', name: 'theme.js', source: await compile() });
      file = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      async handler() {
        return isBuild
          ? [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }]
          : [{ tag: 'script', children: await compile(), injectTo: 'head-prepend' }];
      },
    },
  };
}
