import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { german } from './de/index.ts';
import { auth } from './en/auth.ts';
import { isolating } from './room.ts';
import { currentWords, showLanguage } from './words.ts';

/** Texts that would turn a sentence: a name of letters that run to the left, one that overrides, one that ends an isolate. */
const turning = ['שלום', 'a\u202eb', 'c\u2069\u202ed'];

/** Every sentence of a tree of words, said about texts that turn. */
function said(tree: unknown): string[] {
  if (typeof tree === 'function') return [String(tree(...turning))];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(said) : [];
}

/** What of a sentence is outside of its isolates. */
function outside(sentence: string): string {
  const inner = sentence.replace(/\u2068[^\u2068\u2069]*\u2069/g, '');
  return inner === sentence ? inner : outside(inner);
}

const rooms = readdirSync(path.join(import.meta.dirname, 'en'))
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => name !== 'index');

describe('other people’s text in a sentence', () => {
  it.each(rooms)('turns nothing of it: %s', async (room) => {
    const module: Record<string, { readonly english?: unknown }> = await import(`./en/${room}.ts`);
    const words = Object.entries(isolating(german.words)).find(([name]) => name === room)?.[1];
    for (const sentence of [...said(module[room]?.english), ...said(words)]) {
      expect(outside(sentence)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Script=Hebrew}/u);
    }
  });

  describe('as the app says it', () => {
    beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
    afterEach(() => showLanguage('en'));
    afterAll(() => vi.unstubAllGlobals());

    it('is isolated in each language, and a name that turns nothing stays as it is', async () => {
      expect(currentWords(auth).welcomeBack('שלום')).toBe('Welcome back, \u2068שלום\u2069!');
      await showLanguage('de');
      expect(currentWords(auth).welcomeBack('\u202eadA')).toBe(
        'Schön, dass du wieder da bist, \u2068adA\u2069!',
      );
      expect(currentWords(auth).welcomeBack('Ada')).toBe('Schön, dass du wieder da bist, Ada!');
    });
  });
});

const source = path.join(import.meta.dirname, '..', '..');
/** Fields that hold what people wrote. */
const written = new Set(['fullName', 'bio', 'content', 'telegramHandle']);

/** Whether what the expression says may be one of these fields. */
function saysWritten(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return written.has(node.name.text);
  if (ts.isIdentifier(node)) return written.has(node.text);
  if (ts.isParenthesizedExpression(node)) return saysWritten(node.expression);
  if (ts.isConditionalExpression(node)) return saysWritten(node.whenTrue) || saysWritten(node.whenFalse);
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return saysWritten(node.right);
  const mayBeLeft =
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.PlusToken;
  return mayBeLeft && (saysWritten(node.left) || saysWritten(node.right));
}

/** Whether an element keeps the direction of what is in it to itself. */
function keepsDirection(node: ts.Node): boolean {
  if (!ts.isJsxElement(node)) return false;
  const { tagName, attributes } = node.openingElement;
  return (
    tagName.getText() === 'bdi' ||
    attributes.properties.some((each) => ts.isJsxAttribute(each) && each.getText() === 'dir="auto"')
  );
}

/** Where the code shows what people wrote, or puts it into a longer text, without isolating it: "line: code". */
function openIn(code: string, fileName = 'sample.tsx'): string[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const shown =
      ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && !keepsDirection(node.parent)
        ? node.expression
        : ts.isTemplateSpan(node)
          ? node.expression
          : undefined;
    if (shown !== undefined && saysWritten(shown)) {
      const { line } = file.getLineAndCharacterOfPosition(shown.getStart(file));
      found.push(`${line + 1}: ${shown.getText(file)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Texts that no screen shows as they are put together here: one is searched, the other goes into a composer. */
const notShown = new Map([
  ['features/messages/search/searchDevice.ts', ['fullName']],
  ['device/offline/outbox/givingUp.ts', ['row.content']],
]);

describe('other people’s text on the screen', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/^(base\/words|screens\/styleguide)\/|\.spec\.tsx?$|forSpecs\.ts$/.test(file),
  );

  it.each(files)('%s shows it in an element of its own direction', (file) => {
    const open = openIn(readFileSync(path.join(source, file), 'utf8'), file);
    const allowed = notShown.get(file) ?? [];
    expect(open.filter((place) => !allowed.includes(place.replace(/^\d+: /, '')))).toEqual([]);
  });

  it.each([
    ['<p>{member.fullName}</p>', ['1: member.fullName']],
    ['<p><b>{bio}</b></p>', ['1: bio']],
    ["<p>{member?.fullName ?? ''}</p>", ["1: member?.fullName ?? ''"]],
    [`const title = \`\${fullName} (@\${username})\``, ['1: fullName']],
    ['<bdi>{member.fullName}</bdi>', []],
    ['<p dir="auto">{bio}</p>', []],
    ['<Avatar fullName={fullName} />', []],
    [`const title = \`\${isolated(fullName)} (@\${username})\``, []],
    ['<p>{words.of(member.fullName)}</p>', []],
  ])('finds what it should in %s', (code, open) => expect(openIn(code)).toEqual(open));
});
