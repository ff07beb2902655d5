import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A process of the product, as far as a red spec reports it. */
interface ProcessWitness {
  readonly name: string;
  readonly isRunning: boolean;
  lastLines(count: number): string;
}

/** A person's page, and what was said on its console. */
interface Witness {
  readonly page: Page;
  readonly console: readonly string[];
}

const folder = path.resolve(import.meta.dirname, '..', '..', 'test-results');
const linesEach = 50;
const pages = new Set<Witness>();
const processes = new Set<ProcessWitness>();

/** Has a page tell what it shows when a spec is red. */
export function askPage(page: Page): void {
  const console: string[] = [];
  const witness = { page, console };
  page.on('console', (message) => console.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.push(`uncaught: ${error.stack ?? error}`));
  page.on('close', () => pages.delete(witness));
  pages.add(witness);
}

/** Those of a file of specs have nothing to do with the next. */
export function dismissWitnesses(): void {
  pages.clear();
  processes.clear();
}

/** Has a process tell what it printed last when a spec is red. */
export function askProcess(process: ProcessWitness): void {
  processes.add(process);
}

async function pictureOf(page: Page, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  return page.screenshot({ path: file, timeout: 10_000 }).then(
    () => file,
    (error: unknown) => `no picture: ${error}`,
  );
}

/** All that can be told of why a spec is red: where the pictures of its pages are, their consoles, what processes printed. */
export async function testimony(spec: string): Promise<string> {
  const name = spec.replaceAll(/\W+/g, '-').slice(0, 100);
  const ofPages = await Promise.all(
    [...pages].map(async ({ page, console }, n) =>
      [`-- ${page.url()}: ${await pictureOf(page, `${name}-${n + 1}`)}`, ...console.slice(-linesEach)].join(
        '\n',
      ),
    ),
  );
  const ofProcesses = [...processes].map(
    (process) => `-- ${process.name}${process.isRunning ? '' : ' (ended)'}:\n${process.lastLines(linesEach)}`,
  );
  return [`== Red: ${spec}`, ...ofPages, ...ofProcesses].join('\n');
}
