import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findingsOf } from './findings.ts';
import { anchorsOf, brokenLinks } from './links.ts';
import { missingFiles, namedFilesOf } from './namedFiles.ts';

/**
 * Checks the wording of all files that git tracks, or of those in the given folders, and whether the files exist that
 * they name and link to:
 *
 * node --conditions=source --import tsx testing/src/prose/check.ts [folder ...]
 */
const root = path.resolve(import.meta.dirname, '..', '..', '..');
/** The rules quote the wordings, German has its own, and so do lock files. */
const exempt = /^(testing\/src\/prose\/|pwa\/src\/base\/words\/de\/|bench\/lighthouse\/|package-lock)/;

/** Names files of its time. */
const changelog = 'CHANGELOG.md';

const trackedIn = (folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' }).split('\n');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const files = trackedIn(process.argv.slice(2)).filter(
  (file) => /\.(tsx?|[mc]?js|md)$/.test(file) && !exempt.test(file),
);
const named = namedFilesOf(trackedIn([]));
const pages = {
  exists: (file: string) => existsSync(path.join(root, file)),
  anchorsIn: (page: string) => anchorsOf(read(page)),
};
let count = 0;
for (const file of files) {
  const content = read(file);
  const findings = [
    ...findingsOf(file, content),
    ...(file === changelog ? [] : missingFiles(file, content, named)),
    ...(file.endsWith('.md') ? brokenLinks(file, content, pages) : []),
  ];
  for (const { line, found, write } of findings) {
    count += 1;
    console.log(`${file}:${line}: "${found}": ${write}`);
  }
}
console.log(
  count === 0 ? `${files.length} files in plain English` : `${count} to improve in ${files.length} files`,
);
process.exitCode = count === 0 ? 0 : 1;
