import path from 'node:path';
import { build } from 'vite';
import { checks, noWarnings } from './vite.noWarnings.ts';
import { target } from './vite.target.ts';

/** Bundles a file of `src` as one classic script, for the supported browsers unless another target is given. */
export async function classicScript(file: string, language: string | string[] = target): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    customLogger: noWarnings,
    publicDir: false,
    resolve: { conditions: ['source', 'module', 'browser'] },
    build: {
      write: false,
      target: language,
      rolldownOptions: {
        checks,
        // All is in one file, so Vite's helper for loading others does nothing.
        transform: { define: { 'import.meta': '{}' } },
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
