import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'en');
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => [path.basename(file, '.ts'), path.join(folder, file)]),
);

/** Names of all rooms: of the files in `en` and its folders. */
export const rooms: readonly string[] = [...files.keys()];

/** Returns a room's English words, from its file. */
export async function englishOf(room: string): Promise<unknown> {
  const module: Record<string, { readonly english?: unknown }> = await import(files.get(room) ?? room);
  return module[room]?.english;
}
