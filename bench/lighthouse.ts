import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildEmptyApp } from '../e2e/support/emptyApp.ts';
import { type Audit, audit, calibrate, categories, type Metric, metrics } from './support/audit.ts';
import { startBar } from './support/bar.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { median } from './support/rounds.ts';
import { freePort, type Site, serveFiles } from './support/sites.ts';

/**
 * Lighthouse on the landing page, the directory and a profile of the built product with demonstration data, as on a
 * phone. In turns with each, from a server that does nothing else: the same page as plain HTML without a script, which
 * shows how much of a score comes from the machine; and an empty page of the same React and Vite, which shows how much
 * comes from the app. Needs a build and Chromium.
 *
 * node --conditions=source --import tsx bench/lighthouse.ts --rounds 3 --members 40
 */
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const readyWithinMs = 120_000;

/** A page to audit: the product's, or the plain one. */
interface Target {
  readonly name: string;
  readonly url: string;
  readonly audits: Audit[];
}

function run(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function startProduct(members: number): Promise<Site> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-lighthouse-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const product = run('launcher/dist/main.js', [], env);
  const stop = async () => {
    if (product.exitCode === null) {
      const exited = once(product, 'exit');
      product.kill('SIGTERM');
      await exited;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, () => product.exitCode !== null);
    const [code] = await once(
      run('launcher/dist/demo/main.js', ['--members', String(members), '--url', url], env),
      'exit',
    );
    if (code !== 0) throw new Error('The demonstration data could not be made');
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (hasEnded() || Date.now() > deadline) throw new Error('The product did not start: is it built?');
    await delay(200);
  }
}

/** The text of a page's head, without anything that loads. */
async function plainPage(url: string): Promise<{ type: string; body: Buffer }> {
  const html = await (await fetch(url)).text();
  const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><meta name="description" content="${title}"><title>${title}</title></head><body><main><h1>${title}</h1></main></body></html>`;
  return { type: 'text/html; charset=utf-8', body: Buffer.from(body) };
}

/** The first verified member with a card in the directory. */
async function someMember(url: string): Promise<string> {
  const body: unknown = await (await fetch(`${url}/api/featured-users`)).json();
  const [first]: unknown[] = Array.isArray(body) ? body : [];
  if (typeof first !== 'object' || first === null || !('username' in first))
    throw new Error('The directory is empty');
  return String(first.username);
}

const middle = (audits: readonly Audit[], pick: (audit: Audit) => number) => median(audits.map(pick));

function report(targets: readonly Target[]): void {
  console.table(
    Object.fromEntries(
      targets.map(({ name, audits }) => [
        name,
        {
          ...Object.fromEntries(categories.map((key) => [key, middle(audits, ({ scores }) => scores[key])])),
          ...Object.fromEntries(
            metrics.map((key) => [
              key.replace(/\w+-?/g, (word) => word.charAt(0).toUpperCase()),
              Number(middle(audits, (each) => each.metrics[key]).toFixed(key.endsWith('shift') ? 3 : 0)),
            ]),
          ),
        },
      ]),
    ),
  );
  for (const { name, audits } of targets) {
    const findings = new Set(audits.flatMap((each) => each.findings));
    if (findings.size > 0) console.log(`${name}: ${[...findings].join('; ')}`);
  }
  const aim = categories.map((key) => `${key} ${aims[key]}`).join(', ');
  console.log(`Medians; aims of the product: ${aim}; layout shift below 0.02.\n${describeMachine()}`);
}

/** Prints the costs of the product beyond those of any page with React. */
function compare(shown: readonly Target[], empty: Target): void {
  const of = (target: Target, metric: Metric) => middle(target.audits, ({ metrics }) => metrics[metric]);
  for (const target of shown) {
    const paint = of(target, 'largest-contentful-paint') / of(empty, 'largest-contentful-paint');
    const blocking = of(target, 'total-blocking-time') - of(empty, 'total-blocking-time');
    console.log(
      `${target.name}, beside an empty page of React: LCP × ${paint.toFixed(2)} (aim 1.5), blocking ${blocking >= 0 ? '+' : '−'}${Math.abs(blocking).toFixed(0)} ms (aim +100)`,
    );
  }
}

const values = optionsOf({ rounds: '3', members: '40' });
const rounds = Number(values.rounds);
const product = await startProduct(Number(values.members));
try {
  const paths = new Map([
    ['landing', '/'],
    ['directory', '/directory'],
    ['profile', `/${await someMember(product.url)}`],
  ]);
  const pages = await Promise.all(
    [...paths.values()].map(async (at) => [at, await plainPage(`${product.url}${at}`)] as const),
  );
  const [plain, emptySite] = await Promise.all([
    serveFiles(new Map(pages)),
    serveFiles(await buildEmptyApp()),
  ]);
  const empty: Target = { name: 'empty page of React', url: emptySite.url, audits: [] };
  const shown: Target[] = [...paths].map(([name, at]) => ({ name, url: `${product.url}${at}`, audits: [] }));
  const targets = shown.flatMap((target) => {
    const { pathname } = new URL(target.url);
    return [target, { name: `${target.name}, plain`, url: `${plain.url}${pathname}`, audits: [] }];
  });
  targets.push(empty);
  const { benchmarkIndex, slowdown } = await calibrate(empty.url);
  const bar = startBar(rounds * targets.length, 'Lighthouse');
  for (let round = 0; round < rounds; round += 1) {
    for (const { url, audits } of targets) {
      audits.push(await audit(url, slowdown));
      bar.increment();
    }
  }
  bar.stop();
  await Promise.all([plain.stop(), emptySite.stop()]);
  report(targets);
  console.log(
    `The phone is ${slowdown.toFixed(2)} times slower than this machine (benchmark index ${benchmarkIndex}).`,
  );
  compare(shown, empty);
} finally {
  await product.stop();
}
