import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '@pmcw/testing/program';
import { onTestFinished } from 'vitest';

export interface SpecProcess {
  /** Resolves after the first output. @throws Error with the output if it ended before */
  readonly started: Promise<unknown>;
  /** The output of a successful run. @throws Error with the output of a failed one */
  readonly ended: Promise<string>;
  /** Writes a line to its standard input. */
  writeLine(line: string): void;
}

/** Starts a TypeScript file of this folder as a process, which ends with the spec. */
export async function startProcess(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<SpecProcess> {
  const program = await programOf(fileURLToPath(new URL(file, import.meta.url)));
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let printed = '';
  let complaints = '';
  const printing = new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${file} ended with ${code}: ${complaints}`));
    });
  });
  return {
    started: Promise.race([printing, ended]),
    ended,
    writeLine: (line) => child.stdin.write(`${line}\n`),
  };
}

/** As `startProcess`; resolves with the output. */
export const runProcess = async (...started: Parameters<typeof startProcess>): Promise<string> =>
  (await startProcess(...started)).ended;
