import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowedInApp, allowedInBuild } from './allowed.ts';
import { usesInBuild } from './builtScripts.ts';
import { Compat } from './compat.ts';
import { findingsInScript, findingsInStyles } from './findings.ts';
import { minimumOfApp } from './minimum.ts';
import { usesInStyles } from './styles.ts';

const compat = new Compat(minimumOfApp());
const built = path.resolve(import.meta.dirname, '..', '..', '..', 'pwa', 'dist');

/** Files of the build with their content. */
function filesOfBuild(suffix: string): { file: string; code: string }[] {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(suffix),
  );
  if (names.length === 0) throw new Error(`There are no ${suffix} files in ${built}; build the app first`);
  return names.map((file) => ({ file, code: readFileSync(path.join(built, file), 'utf8') }));
}

it('the built app, with its libraries and styles, needs nothing that a supported browser lacks', () => {
  const scripts = [...usesInBuild(filesOfBuild('.js'), compat)].flatMap(([file, uses]) =>
    findingsInScript(uses, compat).map((finding) => ({ file, ...finding })),
  );
  const styles = filesOfBuild('.css').flatMap(({ file, code }) =>
    findingsInStyles(usesInStyles(code), compat).map((finding) => ({ file, ...finding })),
  );
  const findings = [...scripts, ...styles];
  const allowed = new Set([...allowedInApp, ...allowedInBuild].flatMap(({ features }) => features));
  expect(findings.filter(({ feature }) => !allowed.has(feature))).toEqual([]);
  const used = new Set(findings.map(({ feature }) => feature));
  const unused = allowedInBuild.flatMap(({ features }) => features).filter((feature) => !used.has(feature));
  expect(unused).toEqual([]);
});
