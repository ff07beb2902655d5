import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '..', '..');
/** Names and signs that are the same in every language. */
const sameEverywhere = new Set(['PMCW', 'pmcw/', '@', 'https://t.me/…']);
/** Attributes that never contain words for people. */
const silentAttributes =
  /^(className|id|key|value|path|fill|stroke|rel|target|href|to|d|transform|viewBox|points|accept|autoComplete|style|data-.+|aria-(hidden|live|current|keyshortcuts|haspopup|controls|labelledby|describedby))$/;
/** In other attributes a single lower-case word is a code (`variant="ghost"`), but not in these. */
const spokenAttributes =
  /^(aria-(label|description|roledescription|valuetext)|title|alt|placeholder|label|text|hint|caption)$/;
const isCode = (text: string) => /^([a-z/#][\w/-]*|var\(--[\w-]+\))$/.test(text);
/** Properties and functions whose texts people see. */
const spokenProperties =
  /^(title|description|text|label|heading|hint|placeholder|failure|caption|header|summary|altText|emptyText|confirmLabel|words|clear|submit)$/;
const speakers = /^(useTitle|confirm|alert|toast|toastError|orToast|prompt)$/;

const hasLetters = (text: string) => /\p{L}{2,}/u.test(text) && !sameEverywhere.has(text.trim());

/** Hard-coded words for people, as "line: words". */
function literalsIn(code: string, fileName = 'sample.tsx'): string[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (!hasLetters(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${line + 1}: ${text.trim().replace(/\s+/g, ' ')}`);
  };

  /** Visits every possible value of an expression, but not conditions and arguments. */
  const said = (node: ts.Node | undefined, tell = report): void => {
    if (node === undefined) return;
    const next = (part: ts.Node) => said(part, tell);
    if (ts.isStringLiteralLike(node)) tell(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)])
        tell(part, part.text);
    } else if (ts.isConditionalExpression(node)) {
      next(node.whenTrue);
      next(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const isChoice =
        kind === ts.SyntaxKind.BarBarToken ||
        kind === ts.SyntaxKind.QuestionQuestionToken ||
        kind === ts.SyntaxKind.PlusToken;
      if (isChoice) next(node.left);
      if (isChoice || kind === ts.SyntaxKind.AmpersandAmpersandToken) next(node.right);
    } else if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
    ) {
      next(node.expression);
    } else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(next);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxExpression(node) && node.expression !== undefined && !ts.isJsxAttribute(node.parent)) {
      said(node.expression);
    }
    if (ts.isJsxAttribute(node) && node.initializer !== undefined) {
      const name = node.name.getText(file);
      const isSpoken = spokenAttributes.test(name);
      const tell = (part: ts.Node, text: string) => (isSpoken || !isCode(text)) && report(part, text);
      if (!silentAttributes.test(name)) {
        said(ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer, tell);
      }
    }
    if (ts.isPropertyAssignment(node) && spokenProperties.test(node.name.getText(file)))
      said(node.initializer);
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (ts.isIdentifier(called) && speakers.test(called.text))
        for (const argument of node.arguments) said(argument);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('words in the code', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/^(base\/words|screens\/styleguide)\/|\.spec\.tsx?$|forSpecs\.ts$/.test(file),
  );

  it.each(files)('%s has none: they belong in the catalogue', (file) => {
    expect(literalsIn(readFileSync(path.join(source, file), 'utf8'), file)).toEqual([]);
  });

  it('covers every screen', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files).toContain('app/App.tsx');
    expect(files).toContain('features/messages/composer/Composer.tsx');
  });

  it.each([
    ['<p>Hello you</p>', ['1: Hello you']],
    ['<p>{words.hello} you</p>', ['1: you']],
    ['<button aria-label="Close" />', ['1: Close']],
    ['<Thing anything="Some words" />', ['1: Some words']],
    ["<p>{isOpen ? 'Open' : 'Closed'}</p>", ['1: Open', '1: Closed']],
    ["<p>{isOpen && 'Open'}</p>", ['1: Open']],
    ["<p>{name ?? 'nobody'}</p>", ['1: nobody']],
    [`<p title={\`Copy \${name} address\`} />`, ['1: Copy', '1: address']],
    ['<Button variant="ghost" title="close" />', ['1: close']],
    ["<Row state={isOpen ? 'open' : 'Not open'} />", ['1: Not open']],
    ['<i tone="var(--fg)" />', []],
    ["toast({ title: 'Saved', tone: 'success' })", ['1: Saved']],
    ["useTitle('Home')", ['1: Home']],
    ["window.confirm('Really?')", ['1: Really?']],
    ["const rows = [{ value: 'all', label: 'All members' }];", ['1: All members']],
    ['<p className="text-sm" id="a">{words.hello}, {count} · @{name}</p>', []],
    ["<p>{state === 'failed' ? words.failed : words.sent}</p>", []],
    ['<b>PMCW</b>', []],
  ])('finds the right words in %s', (code, words) => {
    expect(literalsIn(code)).toEqual(words);
  });
});
