import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** Lighthouse's scores, each from 0 to 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

/** Metrics by the names of Lighthouse's audits: milliseconds, except the layout shift. */
export const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
export type Metric = (typeof metrics)[number];

/** Result of one run of Lighthouse. */
export interface Audit {
  readonly scores: Readonly<Record<Category, number>>;
  readonly metrics: Readonly<Record<Metric, number>>;
  /** Titles of failed audits, except those about speed. */
  readonly findings: readonly string[];
}

const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

const folder = fileURLToPath(new URL('../lighthouse', import.meta.url));

const reportSchema = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
  audits: v.record(
    v.string(),
    v.object({ title: v.string(), score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
});
type Report = v.InferOutput<typeof reportSchema>;

const record = <Key extends string>(keys: readonly Key[], pick: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, pick(key)]));

const isWhole = <Key extends string>(
  values: Readonly<Record<string, number>>,
  keys: readonly Key[],
): values is Readonly<Record<Key, number>> => keys.every((key) => key in values);

/** On a busy machine Lighthouse sometimes misses the start of a page, and reports that. */
const attempts = 3;

/**
 * Audits a page with Lighthouse's defaults: a simulated mid-tier phone on a slow line, in a new browser with an empty
 * cache. `CHROME_PATH` selects another browser.
 * @param slowdown how many times slower than this machine the phone is
 * @throws Error when the page can't be audited
 */
export async function audit(url: string, slowdown: number): Promise<Audit> {
  return read(await reportOf(url, slowdown));
}

/**
 * Lighthouse's factor of 4 simulates a mid-tier phone on a desktop whose benchmark index is 1500 to 2000; a slower
 * machine needs a smaller one (Lighthouse's page on throttling, "Calibrating the CPU slowdown").
 */
export async function calibrate(url: string): Promise<{ benchmarkIndex: number; slowdown: number }> {
  const { benchmarkIndex } = (await reportOf(url, 4)).environment;
  return { benchmarkIndex, slowdown: Math.min(4, (4 * benchmarkIndex) / 1750) };
}

async function reportOf(url: string, slowdown: number): Promise<Report> {
  await install();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOn(url, slowdown);
    } catch (error) {
      if (attempt === attempts) throw new Error(`${url} can't be audited`, { cause: error });
    }
  }
}

/** Installs Lighthouse from its own lockfile unless it is there, because nothing else needs it. */
async function install(): Promise<void> {
  if (existsSync(path.join(folder, 'node_modules/lighthouse'))) return;
  console.log('Installing Lighthouse …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
}

async function runOn(url: string, slowdown: number): Promise<Report> {
  const cli = path.join(folder, 'node_modules/lighthouse/cli/index.js');
  const args = [cli, url, '--quiet', '--output=json', `--chrome-flags=${chromeFlags.join(' ')}`];
  args.push(`--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`);
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 ** 2 });
  return v.parse(reportSchema, JSON.parse(stdout));
}

function read(report: Report): Audit {
  const scores = record(categories, (name) => Math.round((report.categories[name]?.score ?? 0) * 100));
  const values = record(metrics, (name) => report.audits[name]?.numericValue ?? Number.NaN);
  if (!isWhole(scores, categories) || !isWhole(values, metrics))
    throw new Error('Lighthouse left out a score');
  return { scores, metrics: values, findings: findingsOf(report) };
}

function findingsOf(report: Report): readonly string[] {
  const names = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => id);
  return names.flatMap((id) => {
    const found = report.audits[id];
    return found?.score === null || found?.score === undefined || found.score >= 0.9 ? [] : [found.title];
  });
}
