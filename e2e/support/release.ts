import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './process.ts';

/** A copy of the built app, for making other releases. */
export interface Release {
  readonly folder: string;
  /** Current name of the chunk with the terms of service. */
  termsFile(): Promise<string>;
  /** Turns the build into the next one: a page that names it, and a screen in a file with another name. */
  next(build: string): Promise<void>;
  /** Makes the build throw at its start, or undoes that. */
  setBroken(isBroken: boolean): Promise<void>;
  remove(): Promise<void>;
}

const builtApp = () => process.env.APP_FILES ?? path.join(root, 'pwa', 'dist');

export async function copyRelease(): Promise<Release> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-release-'));
  await cp(builtApp(), folder, { recursive: true });
  const assets = path.join(folder, 'assets');
  const termsFile = async () => {
    const name = (await readdir(assets)).find((file) => /^TermsScreen-.*\.js$/.test(file));
    if (name === undefined) throw new Error('the build has no file with the terms');
    return name;
  };
  return {
    folder,
    termsFile,
    async next(build) {
      const before = await termsFile();
      const after = before.replace(/-.*\./, `-${build.padEnd(8, '0')}.`);
      await rename(path.join(assets, before), path.join(assets, after));
      const texts = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|html)$/.test(file));
      for (const file of texts) {
        const text = await readFile(path.join(folder, file), 'utf8');
        await writeFile(path.join(folder, file), sayBuild(text.replaceAll(before, after), build));
      }
      await renewList(folder);
      await dropPacked(folder);
    },
    async setBroken(isBroken) {
      const page = await readFile(path.join(folder, 'index.html'), 'utf8');
      const [whole] = (await readdir(assets)).filter(
        (file) => /^start-.*\.js$/.test(file) && file !== broken,
      );
      if (whole === undefined) throw new Error('the build has no start');
      await writeFile(path.join(assets, broken), 'throw new Error("broken");');
      const [from, to] = isBroken ? [whole, broken] : [broken, whole];
      await writeFile(path.join(folder, 'index.html'), page.replaceAll(from, to));
      const worker = await readFile(path.join(folder, 'sw.js'), 'utf8');
      await writeFile(path.join(folder, 'sw.js'), worker.replaceAll(from, to));
      await renewList(folder);
      await dropPacked(folder);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

const broken = 'start-broken00.js';

/** Removes the compressed files, which are outdated. */
async function dropPacked(folder: string): Promise<void> {
  const packed = (await readdir(folder, { recursive: true })).filter((file) => /\.(br|gz)$/.test(file));
  for (const file of packed) await rm(path.join(folder, file));
}

const sayBuild = (text: string, build: string): string =>
  text.replace(/<meta name="build"[^>]*>|(?=<\/head>)/, `<meta name="build" content="${build}">`);

/** Updates the page's revision in the worker's list of files. */
async function renewList(folder: string): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'));
  const revision = createHash('md5').update(page).digest('hex');
  const worker = await readFile(path.join(folder, 'sw.js'), 'utf8');
  const renewed = worker.replace(
    /"revision":"\w+","url":"index.html"/,
    `"revision":"${revision}","url":"index.html"`,
  );
  await writeFile(path.join(folder, 'sw.js'), renewed);
}
