import ts from 'typescript';

/**
 * Whether a built-in is only used where the code has found that the browser has it: with `?.`, or after a check of its
 * name with `in`, `typeof`, a comparison, or a condition that it is there.
 */
export function isGuarded(use: ts.Expression, name: string): boolean {
  if (isOnlyChecked(use)) return true;
  for (let child: ts.Node = use; !ts.isSourceFile(child); child = child.parent) {
    if (isBranchWith(child, name) || isAfterExitWithout(child, name)) return true;
  }
  return false;
}

/** Reading a missing property is harmless, reading a missing variable only with `typeof`. */
function isOnlyChecked(use: ts.Expression): boolean {
  const outer = outermost(use);
  const { parent } = outer;
  if (ts.isTypeOfExpression(parent)) return true;
  if (ts.isIdentifier(use)) return false;
  if (
    ts.isCallExpression(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent)
  ) {
    return parent.expression === outer && parent.questionDotToken !== undefined;
  }
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken)
      return parent.left === outer;
    return comparisons.has(kind) || (kind === ts.SyntaxKind.QuestionQuestionToken && parent.left === outer);
  }
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isConditionalExpression(parent)) return parent.condition === outer;
  return ts.isIfStatement(parent) && parent.expression === outer;
}

const outermost = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node.parent) || ts.isNonNullExpression(node.parent)
    ? outermost(node.parent)
    : node;

const unequal: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);
const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ...unequal,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
]);

/** Whether a node is the branch of a condition that is taken only with the built-in. */
function isBranchWith(node: ts.Node, name: string): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) {
    if (node === parent.whenTrue) return implies(parent.condition, true, name);
    return node === parent.whenFalse && implies(parent.condition, false, name);
  }
  if (ts.isIfStatement(parent)) {
    if (node === parent.thenStatement) return implies(parent.expression, true, name);
    return node === parent.elseStatement && implies(parent.expression, false, name);
  }
  if (!ts.isBinaryExpression(parent) || node !== parent.right) return false;
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return implies(parent.left, true, name);
  return kind === ts.SyntaxKind.BarBarToken && implies(parent.left, false, name);
}

/** Whether an earlier statement of the block leaves it in browsers without the built-in. */
function isAfterExitWithout(node: ts.Node, name: string): boolean {
  return statementsBefore(node).some(
    (statement) =>
      ts.isIfStatement(statement) &&
      leaves(statement.thenStatement) &&
      implies(statement.expression, false, name),
  );
}

function statementsBefore({ parent, pos }: ts.Node): readonly ts.Statement[] {
  const isList = ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);
  return isList ? parent.statements.filter((statement) => statement.pos < pos) : [];
}

function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leaves);
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  );
}

/** Whether a condition with this outcome means that the browser has the built-in. */
function implies(condition: ts.Expression, outcome: boolean, name: string): boolean {
  if (ts.isParenthesizedExpression(condition)) return implies(condition.expression, outcome, name);
  if (ts.isPrefixUnaryExpression(condition)) {
    const isNot = condition.operator === ts.SyntaxKind.ExclamationToken;
    return isNot && implies(condition.operand, !outcome, name);
  }
  if (ts.isBinaryExpression(condition)) return doesPairImply(condition, outcome, name);
  if (outcome && nameOf(condition) === name) return true;
  const definition = definitionOf(condition);
  return definition !== null && implies(definition, outcome, name);
}

function doesPairImply(pair: ts.BinaryExpression, outcome: boolean, name: string): boolean {
  const { left, right } = pair;
  const { kind } = pair.operatorToken;
  const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (isAnd || kind === ts.SyntaxKind.BarBarToken) {
    const [first, second] = [implies(left, outcome, name), implies(right, outcome, name)];
    return isAnd === outcome ? first || second : first && second;
  }
  if (kind === ts.SyntaxKind.InKeyword) return outcome && ts.isStringLiteralLike(left) && left.text === name;
  // Minifiers write `typeof x < "u"`.
  const isShort = ts.isTypeOfExpression(left) && ts.isStringLiteralLike(right) && right.text === 'u';
  if (isShort && nameOf(left) === name) return outcome === (kind === ts.SyntaxKind.LessThanToken);
  if (!comparisons.has(kind) || ![left, right].some((side) => nameOf(side) === name)) return false;
  const isEqual = outcome !== unequal.has(kind);
  return isEqual !== [left, right].some(isNothing);
}

/** Constants that mean absence: null, undefined, and "undefined" as a type; minifiers write `void 0`. */
const isNothing = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword ||
  ts.isVoidExpression(node) ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  (ts.isStringLiteralLike(node) && node.text === 'undefined');

/** The name of a variable or property, also within `typeof`. */
function nameOf(node: ts.Node): string | null {
  if (ts.isParenthesizedExpression(node) || ts.isTypeOfExpression(node)) return nameOf(node.expression);
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  const isNamed = ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression);
  return isNamed ? node.argumentExpression.text : null;
}

/** The value of a constant, or of a function without statements that is called; null if it is not of this file. */
function definitionOf(node: ts.Expression): ts.Expression | null {
  const isCall = ts.isCallExpression(node);
  const variable = isCall ? node.expression : node;
  if (!ts.isIdentifier(variable)) return null;
  const value = valueOfConst(variable);
  if (!isCall) return value;
  return value !== null && ts.isArrowFunction(value) && !ts.isBlock(value.body) ? value.body : null;
}

function valueOfConst({ text, parent }: ts.Identifier): ts.Expression | null {
  for (let node: ts.Node = parent; ; node = node.parent) {
    if (ts.isBlock(node) || ts.isSourceFile(node)) {
      const declarations = node.statements.flatMap((statement) =>
        ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
      );
      const own = declarations.find(({ name }) => ts.isIdentifier(name) && name.text === text);
      if (own !== undefined) return own.initializer ?? null;
    }
    if (ts.isSourceFile(node)) return null;
  }
}
