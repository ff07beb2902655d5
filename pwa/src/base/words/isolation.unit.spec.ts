import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { german } from './de/index.ts';
import { auth } from './en/signIn/auth.ts';
import { isolating } from './room.ts';
import { englishOf, rooms } from './rooms.forSpecs.ts';
import { currentWords, showLanguage } from './words.ts';

/** Texts that would affect the direction of a sentence: right-to-left letters, an override, the end of an isolate. */
const turning = ['שלום', 'a\u202eb', 'c\u2069\u202ed'];

/** All sentences of a room, filled with such texts. */
function said(tree: unknown): string[] {
  if (typeof tree === 'function') return [String(tree(...turning))];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(said) : [];
}

/** The parts of a sentence outside of its isolates. */
function outside(sentence: string): string {
  const inner = sentence.replace(/\u2068[^\u2068\u2069]*\u2069/g, '');
  return inner === sentence ? inner : outside(inner);
}

describe('members’ text in a sentence', () => {
  it.each(rooms)('does not affect its direction: %s', async (room) => {
    const words = Object.entries(isolating(german.words)).find(([name]) => name === room)?.[1];
    for (const sentence of [...said(await englishOf(room)), ...said(words)]) {
      expect(outside(sentence)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Script=Hebrew}/u);
    }
  });

  describe("in the app's words", () => {
    beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
    afterEach(() => showLanguage('en'));
    afterAll(() => vi.unstubAllGlobals());

    it('is isolated in each language, and a harmless name is unchanged', async () => {
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
/** Fields with text written by members. */
const written = new Set(['fullName', 'bio', 'content', 'telegramHandle']);

/** Whether an expression may contain one of these fields. */
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

/** Whether an element isolates the direction of its content. */
function keepsDirection(node: ts.Node): boolean {
  if (!ts.isJsxElement(node)) return false;
  const { tagName, attributes } = node.openingElement;
  return (
    tagName.getText() === 'bdi' ||
    attributes.properties.some((each) => ts.isJsxAttribute(each) && each.getText() === 'dir="auto"')
  );
}

/** Places that show members' text, or insert it into a longer one, without isolation: "line: code". */
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

/** Combined texts that no screen shows: one is searched, the other put into a composer. */
const notShown = new Map([
  ['features/messages/search/searchDevice.ts', ['fullName']],
  ['device/offline/outbox/cancelling.ts', ['row.content']],
]);

describe('members’ text on the screen', () => {
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
  ])('finds the right places in %s', (code, open) => expect(openIn(code)).toEqual(open));
});
