import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A process, for reports of failed specs. */
interface ProcessWitness {
  readonly name: string;
  readonly isRunning: boolean;
  lastLines(count: number): string;
}

/** A person's page, and its console output. */
interface Witness {
  readonly page: Page;
  readonly console: readonly string[];
}

const folder = path.resolve(import.meta.dirname, '..', '..', 'test-results');
const linesEach = 50;
const pages = new Set<Witness>();
const processes = new Set<ProcessWitness>();

/** Registers a page for the report of a failed spec. */
export function askPage(page: Page): void {
  const console: string[] = [];
  const witness = { page, console };
  page.on('console', (message) => console.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.push(`uncaught: ${error.stack ?? error}`));
  page.on('close', () => pages.delete(witness));
  pages.add(witness);
}

/** Forgets pages and processes after a file of specs. */
export function dismissWitnesses(): void {
  pages.clear();
  processes.clear();
}

/** Registers a process, whose last output is reported when a spec fails. */
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

/**
 * Reports everything about a failed spec: the paths of its pages' pictures, their consoles, the output of processes.
 */
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
