import { readFileSync } from 'node:fs';
import { allowedInApp } from './allowed.ts';
import { Compat } from './compat.ts';
import { findingsInScript, findingsInStyles } from './findings.ts';
import { minimumOfApp } from './minimum.ts';
import { programOfApp, shown, sourcesOf, stylesOfApp } from './program.ts';
import { usesIn } from './scripts.ts';
import { usesInStyles } from './styles.ts';

/**
 * Reports every feature of browsers that the app's sources use although a supported browser (`browserslist` in
 * `pwa/package.json`) lacks it:
 *
 * node --conditions=source --import tsx testing/src/browsers/check.ts
 */
const compat = new Compat(minimumOfApp());
const program = programOfApp();
const sources = sourcesOf(program);
const styles = stylesOfApp();
const findings = [
  ...sources.flatMap((file) =>
    findingsInScript(usesIn(file, program), compat).map((finding) => ({ file: file.fileName, ...finding })),
  ),
  ...styles.flatMap((file) =>
    findingsInStyles(usesInStyles(readFileSync(file, 'utf8')), compat, ['-webkit-', '-moz-']).map(
      (finding) => ({
        file,
        ...finding,
      }),
    ),
  ),
];

const allowed = new Set(allowedInApp.flatMap(({ features }) => features));
const used = new Set(findings.map(({ feature }) => feature));
const problems = [
  ...findings
    .filter(({ feature }) => !allowed.has(feature))
    .map(({ file, line, feature, since }) => `${shown(file)}:${line}: ${feature}: ${since}`),
  ...[...allowed]
    .filter((feature) => !used.has(feature))
    .map((feature) => `testing/src/browsers/allowed.ts: ${feature} is not used`),
];
for (const problem of problems) console.log(problem);
const count = sources.length + styles.length;
console.log(
  problems.length === 0
    ? `${count} files run in all supported browsers`
    : `${problems.length} to change in ${count} files: avoid the feature, check that the browser has it, or allow it`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
