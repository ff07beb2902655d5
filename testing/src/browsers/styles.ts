import postcss, { type AtRule, type ChildNode, type Declaration, type Node, type Rule } from 'postcss';
import parseValue from 'postcss-value-parser';

/** A use of a feature in a style sheet that no `@supports` and no earlier declaration protects. */
export interface StyleUse {
  /** From 1. */
  readonly line: number;
  /** A possible path in the compatibility data. */
  readonly path: string;
  /** Vendor prefixes with which the same rule has it too. */
  readonly prefixes: ReadonlySet<string>;
}

/** Groups of functions in the compatibility data. */
const functionGroups = [
  'basic-shape.',
  'color.',
  'easing-function.',
  'filter-function.',
  'gradient.',
  'image.',
  'transform-function.',
  '',
] as const;
const units: ReadonlyMap<string, string> = new Map([
  ['d', 'viewport_percentage_units_dynamic'],
  ['l', 'viewport_percentage_units_large'],
  ['s', 'viewport_percentage_units_small'],
  ['c', 'container_query_length_units'],
]);

export function usesInStyles(css: string): readonly StyleUse[] {
  const uses: StyleUse[] = [];
  postcss.parse(css).walk((node) => {
    const paths = pathsOf(node).filter((path) => !isGuarded(node, path));
    const prefixes = node.type === 'decl' ? prefixesBeside(node) : new Set<string>();
    const line = node.source?.start?.line ?? 0;
    uses.push(...paths.map((path) => ({ line, path, prefixes })));
  });
  return uses;
}

function pathsOf(node: ChildNode): readonly string[] {
  if (node.type === 'rule') return ofSelector(node);
  if (node.type === 'decl') return ofDeclaration(node);
  return node.type === 'atrule' ? ofAtRule(node) : [];
}

function ofSelector({ selector, parent }: Rule): readonly string[] {
  const isNested = parent?.type === 'rule' || /(^|[^\\])&/.test(selector);
  // These ignore selectors that they don't know.
  const strict = selector.replace(/(:is|:where)\((?:[^()]|\([^()]*\))*\)/g, '$1');
  // Class names of Tailwind contain escaped colons.
  const pseudos = [...strict.matchAll(/(?<!\\):{1,2}([\w-]+)/g)].map(([, name]) => `css.selectors.${name}`);
  return isNested ? ['css.selectors.nesting', ...pseudos] : pseudos;
}

function ofDeclaration({ prop, value, parent }: Declaration): readonly string[] {
  const isCustom = prop.startsWith('--');
  const owner =
    parent?.type === 'atrule' && ['property', 'font-face', 'counter-style'].includes(parent.name)
      ? `css.at-rules.${parent.name}.${prop}`
      : `css.properties.${prop}`;
  return isCustom ? ofValue(value, null) : [owner, ...ofValue(value, owner)];
}

function ofValue(value: string, owner: string | null): readonly string[] {
  const paths: string[] = [];
  parseValue(value).walk((node) => {
    if (node.type === 'function') paths.push(...ofFunction(node, owner));
    if (node.type !== 'word') return;
    const [, unit = ''] = /^[-+]?[\d.]+([a-z]+)$/i.exec(node.value) ?? [];
    if (unit !== '') paths.push(`css.types.length.${ofUnit(unit.toLowerCase())}`);
    else if (owner !== null && /^[a-z-]+$/.test(node.value)) paths.push(`${owner}.${node.value}`);
  });
  return paths;
}

function ofFunction({ value, nodes }: parseValue.FunctionNode, owner: string | null): readonly string[] {
  const isRelative = nodes.some((node) => node.type === 'word' && node.value === 'from');
  return [
    ...functionGroups.map((group) => `css.types.${group}${value}`),
    `css.types.easing-function.${value}-function`,
    ...(owner === null ? [] : [`${owner}.${value}`]),
    ...(isRelative ? [`css.types.color.${value}.relative_syntax`] : []),
  ];
}

const ofUnit = (unit: string): string =>
  /^[dlsc]/.test(unit) && unit.length > 2 ? (units.get(unit[0] ?? '') ?? unit) : unit;

function ofAtRule({ name, params }: AtRule): readonly string[] {
  const own = `css.at-rules.${name}`;
  if (name !== 'media') return [own];
  const features = [...params.matchAll(/\(\s*([a-z-]+)/g)].map(([, feature]) => `${own}.${feature}`);
  return /[<>]/.test(params) ? [own, `${own}.range_syntax`, ...features] : [own, ...features];
}

/** Whether a condition asks for the feature, or an earlier declaration remains where a value is unknown. */
function isGuarded(node: ChildNode, path: string): boolean {
  if (node.type === 'decl' && path !== `css.properties.${node.prop}` && hasFallback(node, path)) return true;
  for (let parent: Node | undefined = node.parent; parent !== undefined; parent = parent.parent) {
    if (parent instanceof postcss.AtRule && parent.name === 'supports' && asksFor(parent.params, path))
      return true;
  }
  return false;
}

function hasFallback(node: Declaration, path: string): boolean {
  for (let earlier = node.prev(); earlier !== undefined; earlier = earlier.prev()) {
    if (earlier.type === 'decl' && earlier.prop === node.prop && !ofDeclaration(earlier).includes(path))
      return true;
  }
  return false;
}

/** Conditions with "or" or "not" may hold without the feature. */
function asksFor(params: string, path: string): boolean {
  if (/\b(or|not)\b/.test(params)) return false;
  const [, selector] = /selector\((.*)\)/.exec(params) ?? [];
  if (selector !== undefined) return ofSelector(postcss.rule({ selector })).includes(path);
  return [...params.matchAll(/\(\s*([\w-]+)\s*:((?:[^()]|\([^()]*\))*)\)/g)].some(
    ([, prop = '', value = '']) => ofDeclaration(postcss.decl({ prop, value })).includes(path),
  );
}

function prefixesBeside({ prop, parent }: Declaration): ReadonlySet<string> {
  const others = parent?.nodes.flatMap((node) => (node.type === 'decl' ? [node.prop] : [])) ?? [];
  return new Set(
    others
      .filter((other) => /^-\w+-/.test(other) && other.endsWith(prop))
      .map((other) => other.slice(0, -prop.length)),
  );
}
