import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Below `node_modules`, from where packages and workspaces resolve. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/pmcw/programs', import.meta.url));

/**
 * Bundles a TypeScript file for processes of a spec, which then start in a third of the time. Imports by path are
 * included; packages and workspaces are not, and workspaces are used as last built.
 */
export async function programOf(file: string): Promise<string> {
  const isPackage = (name: string) => !name.startsWith('.') && !path.isAbsolute(name);
  const bundle = await rolldown({ input: file, platform: 'node', external: isPackage });
  const { output } = await bundle.generate({ format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  const [entry, ...chunks] = output;
  for (const chunk of chunks) if (chunk.type === 'chunk') keep(chunk.fileName, chunk.code);
  const hash = createHash('sha256').update(entry.code).digest('hex').slice(0, 16);
  return keep(`${entry.name}-${hash}.js`, entry.code);
}

/** Renames it into place, so that other processes never see half of it. */
function keep(name: string, code: string): string {
  const kept = path.join(folder, name);
  if (existsSync(kept)) return kept;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return kept;
}
