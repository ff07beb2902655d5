import ts from 'typescript';
import type { Compat } from './compat.ts';
import { isGuarded } from './guards.ts';
import { pathsOfGlobal } from './owners.ts';
import type { Use } from './scripts.ts';

/** Interfaces of global objects. */
const instances: ReadonlyMap<string, string> = new Map([
  ['navigator', 'Navigator'],
  ['document', 'Document'],
  ['performance', 'Performance'],
  ['screen', 'Screen'],
  ['history', 'History'],
  ['location', 'Location'],
  ['crypto', 'Crypto'],
]);
const scopes: ReadonlySet<string> = new Set(['window', 'self', 'globalThis']);

/** A chunk of a build. */
interface Chunk {
  readonly file: string;
  readonly code: string;
}

/**
 * Unprotected uses in a build, by file. A build has no types, so a member counts when no interface of the minimum
 * browsers has its name and the build defines none of that name.
 */
export function usesInBuild(chunks: readonly Chunk[], compat: Compat): ReadonlyMap<string, readonly Use[]> {
  const sources = chunks.map(({ file, code }) =>
    ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS),
  );
  const members = new Set(sources.flatMap(membersDefinedIn));
  return new Map(
    sources.map((source) => {
      const own: OwnNames = { variables: new Set(variablesDefinedIn(source)), members };
      const uses = nodesOf(source).flatMap((node): Use[] => {
        const paths = pathsOf(node, own, compat);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        return paths.length === 0 ? [] : [{ line: line + 1, paths }];
      });
      return [source.fileName, uses];
    }),
  );
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    nodes.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return nodes;
}

interface OwnNames {
  /** Of the chunk. */
  readonly variables: ReadonlySet<string>;
  /** Of objects and classes of the whole build, with properties that it sets. */
  readonly members: ReadonlySet<string>;
}

function pathsOf(node: ts.Node, own: OwnNames, compat: Compat): readonly string[] {
  if (ts.isIdentifier(node)) {
    const isGlobal = isRead(node) && !own.variables.has(node.text) && !isGuarded(node, node.text);
    return isGlobal ? pathsOfGlobal(node.text) : [];
  }
  if (!ts.isPropertyAccessExpression(node) || isGuarded(node, node.name.text)) return [];
  const { name, expression } = node;
  const global = ts.isIdentifier(expression) && !own.variables.has(expression.text) ? expression.text : null;
  const ofOwner = global === null ? [] : pathsIn(global, name.text, compat);
  return ofOwner.length > 0 || own.members.has(name.text) ? ofOwner : compat.onlyIn(name.text);
}

/** Paths of a member of a global object or class; none for other names. */
function pathsIn(owner: string, name: string, compat: Compat): readonly string[] {
  if (scopes.has(owner)) return pathsOfGlobal(name);
  const instance = instances.get(owner);
  if (instance !== undefined) return [`api.${instance}.${name}`];
  const isKnown = pathsOfGlobal(owner).some((path) => compat.knows(path));
  return isKnown
    ? [`api.${owner}.${name}_static`, `api.${owner}.${name}`, `javascript.builtins.${owner}.${name}`]
    : [];
}

function isRead({ parent, text }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent)) return parent.expression.getText() === text;
  return (
    ts.isNewExpression(parent) ||
    ts.isCallExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.right.getText() === text)
  );
}

const variablesDefinedIn = (source: ts.SourceFile): readonly string[] =>
  nodesOf(source).flatMap((node) => {
    const isDefinition =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node);
    return isDefinition && node.name !== undefined && ts.isIdentifier(node.name) ? [node.name.text] : [];
  });

const membersDefinedIn = (source: ts.SourceFile): readonly string[] =>
  nodesOf(source).flatMap((node) => {
    if (ts.isBinaryExpression(node)) {
      const isSet =
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(node.left);
      return isSet ? [node.left.name.text] : [];
    }
    if (!ts.isObjectLiteralElement(node) && !ts.isClassElement(node)) return [];
    const { name } = node;
    return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? [name.text] : [];
  });
