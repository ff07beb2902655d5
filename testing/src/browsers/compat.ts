import data from '@mdn/browser-compat-data/forLegacyNode';
import type { BrowserName, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import type { Minimum } from './minimum.ts';

/** A feature that a browser of the minimum lacks. */
export interface Missing {
  /** Its path in the compatibility data, as in `api.URL.canParse_static`. */
  readonly feature: string;
  /** The missing browsers with their first version that has it, as in "Chrome 120". */
  readonly since: string;
}

const noPrefixes: ReadonlySet<string> = new Set();

/** Features of browsers, by their paths in MDN's compatibility data. */
export class Compat {
  readonly #minimum: Minimum;

  constructor(minimum: Minimum) {
    this.#minimum = minimum;
  }

  knows(path: string): boolean {
    return nodeOf(path)?.__compat !== undefined;
  }

  /** The path of an option of a function. */
  optionOf(path: string, option: string): string | null {
    const isOption = new RegExp(`^(\\w+_)?${option}(_parameter|_option)?$`);
    for (const parent of [path, `${path}.options_parameter`]) {
      const own = Object.keys(nodeOf(parent) ?? {}).find((name) => isOption.test(name));
      if (own !== undefined) return `${parent}.${own}`;
    }
    return null;
  }

  /** Paths of members of that name, if each of them is missing in a browser. */
  onlyIn(name: string): readonly string[] {
    const paths = membersByName.get(name) ?? [];
    return paths.every((path) => this.missing(path) !== null) ? paths : [];
  }

  /**
   * @param prefixes those with which the feature is also written, as in "-webkit-"
   * @returns null for supported and for unknown features
   */
  missing(path: string, prefixes = noPrefixes): Missing | null {
    const lacking = [...this.#minimum].filter(
      ([browser, version]) =>
        !isIn(path, browser, version, prefixes) && !comesWithInterface(path, browser, version),
    );
    if (lacking.length === 0) return null;
    const since = lacking.map(
      ([browser]) => `${data.browsers[browser].name} ${firstIn(path, browser) ?? 'never'}`,
    );
    return { feature: path, since: since.join(', ') };
  }
}

/** Members of all interfaces and built-in objects that are not static. */
const membersByName: ReadonlyMap<string, readonly string[]> = (() => {
  const byName = new Map<string, string[]>();
  for (const root of ['api', 'javascript.builtins']) {
    for (const owner of Object.keys(nodeOf(root) ?? {})) {
      for (const name of Object.keys(nodeOf(`${root}.${owner}`) ?? {})) {
        byName.set(name, [...(byName.get(name) ?? []), `${root}.${owner}.${name}`]);
      }
    }
  }
  return byName;
})();

function nodeOf(path: string): Identifier | undefined {
  const { api, css, html, javascript } = data;
  let node: Identifier | undefined = { api, css, html, javascript };
  for (const key of path.split('.')) node = Object.hasOwn(node ?? {}, key) ? node?.[key] : undefined;
  return node;
}

/** Without those behind a flag or under another name. */
function statementsOf(path: string, browser: BrowserName): readonly SimpleSupportStatement[] {
  const support = nodeOf(path)?.__compat?.support[browser];
  return [support ?? []]
    .flat()
    .filter(({ flags, alternative_name }) => flags === undefined && alternative_name === undefined);
}

function isIn(path: string, browser: BrowserName, version: string, prefixes: ReadonlySet<string>): boolean {
  const statements = statementsOf(path, browser);
  // The data omit browsers that were never tested.
  if (statements.length === 0) return nodeOf(path)?.__compat?.support[browser] === undefined;
  return statements.some(
    ({ version_added, version_removed, prefix }) =>
      isAtMost(version_added, version) &&
      !isAtMost(version_removed, version) &&
      (prefix === undefined || prefixes.has(prefix)),
  );
}

/** An object whose interface is missing can only come from a feature that is reported itself. */
function comesWithInterface(path: string, browser: BrowserName, version: string): boolean {
  const owner = path.slice(0, path.lastIndexOf('.'));
  // There were iterators before the interface.
  if (owner === 'javascript.builtins.Iterator') return false;
  const isMember = /^(api|javascript\.builtins)\../.test(owner) && nodeOf(owner)?.__compat !== undefined;
  return (
    isMember &&
    !isIn(owner, browser, version, noPrefixes) &&
    firstIn(owner, browser) === firstIn(path, browser)
  );
}

function firstIn(path: string, browser: BrowserName): string | null {
  const unprefixed = statementsOf(path, browser).find(({ prefix }) => prefix === undefined);
  return typeof unprefixed?.version_added === 'string' ? unprefixed.version_added : null;
}

/** False for "preview" and for features without a version. */
function isAtMost(version: string | false | undefined, most: string): boolean {
  if (typeof version !== 'string' || !/\d/.test(version)) return false;
  const [a, b] = [version.replace('≤', ''), most].map((text) => text.split('.').map(Number));
  const [major = 0, minor = 0] = a ?? [];
  const [majorMost = 0, minorMost = 0] = b ?? [];
  return major < majorMost || (major === majorMost && minor <= minorMost);
}
