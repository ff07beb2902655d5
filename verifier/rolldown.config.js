import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'rolldown';

/** @param {string} folder of a package */
function licenceIn(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  return `${path.basename(folder)}\n\n${readFileSync(path.join(folder, file), 'utf8')}`;
}

/** @type {import('rolldown').Plugin} Licences require their texts beside the code. */
const licences = {
  name: 'licences',
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap(
      (file) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? [],
    );
    const source = [...new Set(folders)].map(licenceIn).join('\n\n');
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
};

/** One file with everything that it imports, so that the packed tool needs no other package. */
export default defineConfig({
  input: 'src/cli.ts',
  platform: 'node',
  plugins: [licences],
  resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
  output: { dir: 'dist', format: 'esm' },
});
