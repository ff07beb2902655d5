import ts from 'typescript';
import { isGuarded } from './guards.ts';
import { isBuiltIn, pathsOfGlobal, pathsOfMember } from './owners.ts';

/** A use of a feature that no check of the code protects. */
export interface Use {
  /** From 1. */
  readonly line: number;
  /** Possible paths in the compatibility data, the likeliest first. */
  readonly paths: readonly string[];
  /** Names of the options that are passed to it. */
  readonly options?: readonly string[];
}

/** A use without its line. */
interface Found {
  readonly node: ts.Node;
  readonly paths: readonly string[];
  readonly options?: readonly string[];
}

/** Unprotected uses in a source whose types are known. */
export function usesIn(file: ts.SourceFile, program: ts.Program): readonly Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    for (const { node: place, ...use } of foundAt(node, program)) {
      uses.push({ ...use, line: file.getLineAndCharacterOfPosition(place.getStart(file)).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

function foundAt(node: ts.Node, program: ts.Program): readonly Found[] {
  if (ts.isPropertyAccessExpression(node)) return member(node, node.name.text, program);
  if (ts.isElementAccessExpression(node)) {
    const { argumentExpression: name } = node;
    return ts.isStringLiteralLike(name) ? member(node, name.text, program) : [];
  }
  if (ts.isObjectBindingPattern(node)) return membersBoundBy(node, program);
  if (ts.isIdentifier(node)) return global(node, program);
  if (ts.isCallExpression(node)) return event(node, program);
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) return ofMarkup(node);
  const isUnicodeSets = ts.isRegularExpressionLiteral(node) && /\/\w*v\w*$/.test(node.text);
  return isUnicodeSets ? [{ node, paths: ['javascript.builtins.RegExp.unicodeSets'] }] : [];
}

function member(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  name: string,
  program: ts.Program,
): readonly Found[] {
  if (isGuarded(node, name)) return [];
  const paths = pathsOfMember(typeOf(node.expression, program), name, program);
  return [{ node, paths, options: optionsFor(node) }];
}

/** A check that a member is missing narrows its owner to `never`, because the types know every member. */
function typeOf(owner: ts.Expression, program: ts.Program): ts.Type {
  const checker = program.getTypeChecker();
  const type = checker.getTypeAtLocation(owner);
  const symbol = checker.getSymbolAtLocation(owner);
  const isNever = (type.flags & ts.TypeFlags.Never) !== 0;
  return isNever && symbol !== undefined ? checker.getTypeOfSymbol(symbol) : type;
}

function membersBoundBy(pattern: ts.ObjectBindingPattern, program: ts.Program): readonly Found[] {
  const type = program.getTypeChecker().getTypeAtLocation(pattern);
  return pattern.elements.flatMap((node) => {
    const name = node.propertyName ?? node.name;
    const hasDefault = node.initializer !== undefined;
    return ts.isIdentifier(name) && !hasDefault
      ? [{ node, paths: pathsOfMember(type, name.text, program) }]
      : [];
  });
}

function global(node: ts.Identifier, program: ts.Program): readonly Found[] {
  if (!isRead(node) || isGuarded(node, node.text)) return [];
  const symbol = program.getTypeChecker().getSymbolAtLocation(node);
  return isBuiltIn(symbol, program)
    ? [{ node, paths: pathsOfGlobal(node.text), options: optionsFor(node) }]
    : [];
}

/** An event that the call listens for. */
function event(node: ts.CallExpression, program: ts.Program): readonly Found[] {
  const {
    expression,
    arguments: [name],
  } = node;
  const isAdding = ts.isPropertyAccessExpression(expression) && expression.name.text === 'addEventListener';
  if (!isAdding || name === undefined || !ts.isStringLiteralLike(name)) return [];
  const owner = typeOf(expression.expression, program);
  return [{ node, paths: pathsOfMember(owner, `${name.text}_event`, program) }];
}

/** Whether an identifier is a variable that is read, rather than the name of a member, a type or a declaration. */
function isRead(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  return ts.isExpression(node) && !ts.isJsxAttribute(parent) && !ts.isBindingElement(parent);
}

/** Options in the call of a built-in, or of its constructor. */
function optionsFor(node: ts.Expression): readonly string[] {
  const { parent } = node;
  const isCall = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  if (!isCall) return [];
  return (parent.arguments ?? []).flatMap((argument) =>
    ts.isObjectLiteralExpression(argument)
      ? argument.properties.flatMap(({ name }) =>
          name !== undefined && ts.isIdentifier(name) ? [name.text] : [],
        )
      : [],
  );
}

/** Attributes that React names differently. */
const attributes: ReadonlyMap<string, string> = new Map([
  ['classname', 'class'],
  ['htmlfor', 'for'],
]);

/** An element of HTML, its attributes and its events. */
function ofMarkup(element: ts.JsxOpeningElement | ts.JsxSelfClosingElement): readonly Found[] {
  const { tagName } = element;
  if (!ts.isIdentifier(tagName) || !/^[a-z]/.test(tagName.text)) return [];
  const tag = `html.elements.${tagName.text}`;
  const named = element.attributes.properties.flatMap((attribute) =>
    ts.isJsxAttribute(attribute) && ts.isIdentifier(attribute.name) ? [attribute.name] : [],
  );
  return [
    { node: element, paths: [tag] },
    ...named.map((node) => ({ node, paths: pathsOfAttribute(tag, node.text) })),
  ];
}

function pathsOfAttribute(tag: string, inJsx: string): readonly string[] {
  const lower = inJsx.toLowerCase();
  const name = attributes.get(lower) ?? lower;
  const event = `${lower.replace(/^on/, '').replace(/capture$/, '')}_event`;
  return [
    `${tag}.${name}`,
    `html.global_attributes.${name}`,
    `api.HTMLElement.${event}`,
    `api.Element.${event}`,
  ];
}
