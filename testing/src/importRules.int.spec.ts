import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type IConfiguration } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..');
const config: IConfiguration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const ruleNames = [...(config.forbidden ?? []), ...(config.required ?? [])].map(({ name }) => name ?? '');

/** Forbidden imports by the rule that must find them: files, and what each imports. */
const forbidden: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(
    ruleNames
      .filter((name) => name.startsWith('arrows-of-'))
      .map((name) => [name, { [`${name.slice('arrows-of-'.length)}/src/a.ts`]: '../../launcher/src/b.ts' }]),
  ),
  ...Object.fromEntries(
    ruleNames
      .filter((name) => name.startsWith('layer-'))
      .map((name) => [name, { [`pwa/src/${name.slice('layer-'.length)}/x/a.ts`]: '../../app/b.ts' }]),
  ),
  'features-do-not-import-features': { 'pwa/src/features/one/a.ts': '../two/b.ts' },
  'deciders-are-pure': { 'command-service/src/deciders/a.ts': '../members/b.ts' },
  'query-service-reads-table-shapes-only': { 'query-service/src/c.ts': '../../projections/src/messages.ts' },
  'contracts-do-no-io': { 'contracts/src/a.ts': 'node:fs/promises' },
  'own-entry-is-for-others': { 'vault/src/claims/a.ts': '../index.ts' },
  'audience-has-one-entry': { 'contracts/src/events.ts': './states/audience.ts' },
  // It imports something else.
  'audience-is-asked-for': { 'projections/src/messages/changes.ts': './digest.ts' },
  'no-circles': { 'e2e/support/a.ts': './b.ts', 'e2e/support/b.ts': './a.ts' },
  'no-circles-of-folders': { 'pwa/src/base/one/a.ts': '../two/b.ts', 'pwa/src/base/two/c.ts': '../one/d.ts' },
  'testing-is-for-specs': { 'launcher/src/a.ts': '../../testing/src/b.ts' },
};

let folder: string;
let broken: ReadonlySet<string>;

/** Writes a file, and an empty one for its import. */
async function write(file: string, imported: string): Promise<void> {
  const target = path.join(folder, path.dirname(file), imported);
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, 'export {};\n', { flag: 'a' });
  await writeFile(path.join(folder, file), `import '${imported}';\n`, { flag: 'a' });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-imports-'));
  await cp(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  for (const files of Object.values(forbidden))
    for (const [file, imported] of Object.entries(files)) await write(file, imported);
  const { output } = await cruise(['.'], {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: config,
  });
  if (typeof output === 'string') throw new Error(output);
  broken = new Set(output.summary.violations.map(({ rule }) => rule.name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('has a forbidden import for each rule', () => {
  expect(Object.keys(forbidden).toSorted()).toEqual(ruleNames.toSorted());
});

it.each(ruleNames)('%s finds a forbidden import', (name) => {
  expect(broken).toContain(name);
});
