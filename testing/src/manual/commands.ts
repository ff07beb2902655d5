/** A command of the manual. */
export interface ManualCommand {
  /** Without arguments: a program with its subcommands, such as `npm run vault -- status`. */
  readonly key: string;
  /** As written, for messages. */
  readonly text: string;
}

/** First words of commands. Those of coreutils, `echo` and `cd` among them, need no spec. */
const programs =
  /^(npm|npx|node|docker compose|kubectl|curl|openssl|git|systemctl|nginx|psql|createdb|pg_upgrade|alter|reindex|create|deploy\/[\w-]+\.sh)( |$)/;
/** Commands that are named without what is before them. */
const shortened = /^(tools )?(vault|event-store|projections|backup|audit|admin)( --)? ([a-z][a-z-]*)/;

const blocks = /^```(\w*)\n([\s\S]*?)^```$/gm;
const spans = /`([^`]+)`/g;

/** `a && b` and `for … do a; done` are several commands. */
function partsOf(line: string): readonly string[] {
  return line
    .replace(/ {2,}#.*| # .*/, '')
    .split(/\s*(?:&&|;)\s*/)
    .map((part) =>
      part
        .replace(/^\$ /, '')
        .replace(/^do /, '')
        .replace(/^(\w+=("[^"]*"|'[^']*'|\S+) )+/, '')
        .replace(/ -n \w+/, '')
        .replace(/ >.*$/, '')
        .trim(),
    );
}

/** Words up to the first that is an argument. */
function named(words: readonly string[]): string {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return (end === -1 ? words : words.slice(0, end)).join(' ');
}

function keyOf(command: string): string | null {
  const short = shortened.exec(command);
  if (short !== null) return `npm run ${short[2]} -- ${short[4]}`;
  const tool = /^docker compose run --rm tools (\S+) (\S+)/.exec(command);
  if (tool !== null) return `tools ${tool[1]} ${tool[2]}`;
  if (!programs.test(command)) return null;
  const [program = '', ...words] = command.split(' ').filter((word) => word !== '--silent');
  if (program === 'npm' && words[0] === 'run' && words[1] !== undefined) {
    const [, script, dashes, subcommand = ''] = words;
    const isNamed = dashes === '--' && /^[a-z][a-z-]*$/.test(subcommand);
    return `npm run ${script}${isNamed ? ` -- ${subcommand}` : ''}`;
  }
  if (program === 'npm' && words[0] === 'test')
    return words[2] === undefined ? 'npm test' : `npm test -- ${words[2]}`;
  if (program === 'node') return `node ${words.find((word) => /\.(mjs|ts)$/.test(word)) ?? ''}`;
  if (['alter', 'create', 'reindex'].includes(program)) return [program, named(words.slice(0, 1))].join(' ');
  return [program, named(words)].join(' ').trim();
}

/** All commands in a Markdown text: lines of code blocks for a shell, and code in sentences. */
export function commandsIn(markdown: string): readonly ManualCommand[] {
  const inBlocks = [...markdown.matchAll(blocks)]
    .filter(([, language = '']) => ['', 'sh', 'sql'].includes(language))
    .flatMap(([, , body = '']) => body.split('\n'));
  const prose = markdown.replace(blocks, '').replace(/\s*\n\s*/g, ' ');
  const inProse = [...prose.matchAll(spans)].map(([, code = '']) => code);
  return [...inBlocks, ...inProse].flatMap(partsOf).flatMap((text) => {
    const key = keyOf(text);
    return key === null ? [] : [{ key, text }];
  });
}

/** Keys of the commands that a line `Untested: …` of a text lists. */
export function untestedIn(markdown: string): readonly string[] {
  const [, list = ''] = /^Untested[^:]*:([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(markdown) ?? [];
  return commandsIn(list).map(({ key }) => key);
}
