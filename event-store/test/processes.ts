import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a TypeScript file of this folder in a process of its own.
 * @returns what it printed
 * @throws Error with what it said when it failed
 */
export function runProcess(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<string> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...flags, '--conditions=source', '--import', 'tsx', path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${file} ended with ${code}: ${said}`));
    });
  });
}
