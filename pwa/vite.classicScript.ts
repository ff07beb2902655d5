import path from 'node:path';
import { build } from 'vite';

/** Bundles a file of `src` as one classic script. */
export async function classicScript(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions: ['source', 'module', 'browser'] },
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: path.join(import.meta.dirname, 'src', file),
        output: { format: 'iife' },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  if (script === undefined) throw new Error(`${file} did not compile`);
  return script.code;
}
