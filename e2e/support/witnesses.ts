import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A process, for reports of failed specs. */
interface ProcessWitness {
  readonly name: string;
  readonly isRunning: boolean;
  lastLines(count: number): string;
}

/** A person's page, and its console output, answers and socket frames. */
interface Witness {
  readonly page: Page;
  readonly lines: readonly string[];
}

const folder = path.resolve(import.meta.dirname, '..', '..', 'test-results');
const linesEach = 50;
const pages = new Set<Witness>();
const processes = new Set<ProcessWitness>();

/** Registers a page for the report of a failed spec. */
export function askPage(page: Page): void {
  const lines: string[] = [];
  const witness = { page, lines };
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error}`));
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.startsWith('/api/'))
      lines.push(`${response.status()} ${response.request().method()} ${pathname}${search}`);
  });
  page.on('requestfailed', (request) => lines.push(`failed: ${request.url()}`));
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => lines.push(`frame: ${String(payload).slice(0, 100)}`));
  });
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
 * Reports everything about a failed spec: the paths of its pages' pictures, their last lines, the output of processes.
 */
export async function testimony(spec: string): Promise<string> {
  const name = spec.replaceAll(/\W+/g, '-').slice(0, 100);
  const ofPages = await Promise.all(
    [...pages].map(async ({ page, lines }, n) =>
      [`-- ${page.url()}: ${await pictureOf(page, `${name}-${n + 1}`)}`, ...lines.slice(-linesEach)].join(
        '\n',
      ),
    ),
  );
  const ofProcesses = [...processes].map(
    (process) => `-- ${process.name}${process.isRunning ? '' : ' (ended)'}:\n${process.lastLines(linesEach)}`,
  );
  return [`== Red: ${spec}`, ...ofPages, ...ofProcesses].join('\n');
}
