import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CannotStartError } from '../process/cannotStart.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The message has a line per setting, without values, because some are secret. */
export class SettingsError extends CannotStartError {
  override readonly name = 'SettingsError';
}

type Problems = Map<string, string>;

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
}

/** Blocks, because it only runs at the start. */
function contentOf(file: string, variable: string, problems: Problems): string | undefined {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content !== '') return content;
    problems.set(variable, `the file ${file} is empty`);
  } catch (error) {
    problems.set(variable, `the file ${file} can't be read (${errorCode(error)})`);
  }
  return undefined;
}

function givenValue(name: string, environment: Environment, problems: Problems): string | undefined {
  const value = environment[name] === '' ? undefined : environment[name];
  const variable = `${name}_FILE`;
  const file = environment[variable];
  if (file === undefined || file === '') return value;
  if (value === undefined) return contentOf(file, variable, problems);
  problems.set(variable, `is set beside ${name}; only one of them can be`);
  return undefined;
}

function describe(issue: z.core.$ZodIssue, isMissing: boolean, description: string | undefined): string {
  if (!isMissing) return issue.message;
  return description === undefined ? 'is missing' : `is missing (${description})`;
}

/**
 * Empty variables count as missing. `NAME_FILE` may give the path of a file with the value, as for secrets in
 * containers.
 * @throws SettingsError
 */
export function readSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): z.infer<z.ZodObject<Shape>> {
  const problems: Problems = new Map();
  const names = Object.keys(schema.shape);
  const given = new Map(names.map((name) => [name, givenValue(name, environment, problems)]));
  const result = schema.safeParse(Object.fromEntries(given));
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (problems.has(name) || problems.has(`${name}_FILE`)) continue;
    const described = z.globalRegistry.get(schema.shape[name] ?? z.never())?.description;
    problems.set(name, describe(issue, given.get(name) === undefined, described));
  }
  if (result.success && problems.size === 0) return result.data;
  const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`);
  throw new SettingsError(`These settings can't be used:\n${lines.join('\n')}`);
}
