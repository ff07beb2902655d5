import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Values of the running benchmark's options. `--help` prints the options and ends with 0, an unknown one ends with 2.
 * @param defaults by name; an empty default is no value
 */
export function optionsOf<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const values: Record<Name, string> = { ...defaults };
  try {
    const names = Object.keys(defaults).map((name) => [name, { type: 'string' }] as const);
    const { tokens } = parseArgs({
      options: { ...Object.fromEntries(names), help: { type: 'boolean' } },
      // `npm run bench` gives all benchmarks the same.
      strict: process.env.BENCH_RESULTS === undefined,
      tokens: true,
    });
    for (const token of tokens) {
      if (token.kind !== 'option') continue;
      if (token.name === 'help') {
        console.log(usageOf(defaults));
        process.exit(0);
      }
      if (isOneOf(defaults, token.name) && token.value !== undefined) values[token.name] = token.value;
    }
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usageOf(defaults)}`);
    process.exit(2);
  }
}

const isOneOf = <Name extends string>(defaults: Readonly<Record<Name, string>>, name: string): name is Name =>
  name in defaults;

function usageOf(defaults: Readonly<Record<string, string>>): string {
  const file = path.basename(process.argv[1] ?? '', '.ts');
  const script = file.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    `Usage: npm run ${script === 'all' ? 'bench' : `${script} -w bench`} -- [options]`,
    '',
    `bench/${file}.ts and docs/benchmarks.md describe it.`,
    '',
    ...Object.entries(defaults).map(
      ([name, usual]) => `  --${name} <value>${usual === '' ? '' : ` (default ${usual})`}`,
    ),
    '  --help  shows this',
  ].join('\n');
}
