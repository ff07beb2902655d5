import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findingsOf } from './findings.ts';

/**
 * Checks the wording of all files that git tracks, or of those in the given folders:
 *
 * node --conditions=source --import tsx testing/src/prose/check.ts [folder ...]
 */
const root = path.resolve(import.meta.dirname, '..', '..', '..');
/** The rules quote the wordings, German has its own, and so do lock files. */
const exempt = /^(testing\/src\/prose\/|pwa\/src\/base\/words\/de\/|bench\/lighthouse\/|package-lock)/;

const tracked = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
});
const files = tracked.split('\n').filter((file) => /\.(tsx?|[mc]?js|md)$/.test(file) && !exempt.test(file));
let count = 0;
for (const file of files) {
  for (const { line, found, write } of findingsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
    count += 1;
    console.log(`${file}:${line}: "${found}": ${write}`);
  }
}
console.log(
  count === 0 ? `${files.length} files in plain English` : `${count} to improve in ${files.length} files`,
);
process.exitCode = count === 0 ? 0 : 1;
