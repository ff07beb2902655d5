import { linesOfTemplates } from './templates.ts';

/** A text for readers, and its first line in the file (from 1). */
export interface Text {
  readonly kind: 'comment' | 'page' | 'string' | 'interface';
  readonly line: number;
  readonly text: string;
}

const commentLine = /^\s*(?:\{?\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\s*\*\/\}?)?\s*$/;
const trailingComment = /\s\/\/ (.*)$/;
const quoted = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
/** At least three words. */
const isSentence = (text: string) => /[a-z,]+ [a-z]+ /.test(text);
const isSql = (text: string) => /^(begin|with|select|insert|update|delete|create|do)(;| )/.test(text);
/** Sentences for members outside of the app: problems and mails, and the specs that quote them. */
const forMembers =
  /^(contracts\/src\/shared\/(problem|texts|validationTexts)\.ts|command-service\/(src\/mail|test\/words)[./])/;
/** Specs in a browser quote these, except in titles. */
const ofTheApp = /^(pwa\/src\/base\/words\/en|e2e)\//;
const title = /\b(it|describe|test)(\.\w+)*\(/;

function kindOf(file: string, line: string): Text['kind'] | null {
  if (forMembers.test(file)) return null;
  return ofTheApp.test(file) && !title.test(line) ? 'interface' : 'string';
}

export function textsOfSource(file: string, source: string): readonly Text[] {
  const texts: Text[] = [];
  let open: { line: number; lines: string[] } | null = null;
  const close = () => {
    if (open !== null) texts.push({ kind: 'comment', line: open.line, text: open.lines.join(' ').trim() });
    open = null;
  };
  for (const [index, content] of source.split('\n').entries()) {
    const line = index + 1;
    const comment = commentLine.exec(content);
    if (comment !== null) {
      if (/^\s*\/\*\*/.test(content)) close();
      open ??= { line, lines: [] };
      if (comment[1] !== undefined && comment[1] !== '/') open.lines.push(comment[1]);
      continue;
    }
    close();
    const trailing = trailingComment.exec(content)?.[1];
    if (trailing !== undefined) texts.push({ kind: 'comment', line, text: trailing });
    const kind = kindOf(file, content);
    if (kind === null) continue;
    for (const [, , text = ''] of content.matchAll(quoted)) {
      const said = text.replaceAll(/\$\{[^}]*\}/g, '…');
      if (isSentence(said) && !isSql(said)) texts.push({ kind, line, text: said });
    }
  }
  close();
  for (const { kind, line, text } of linesOfTemplates(file, source)) {
    const templateKind = kind === 'comment' ? kind : kindOf(file, '');
    if (templateKind !== null) texts.push({ kind: templateKind, line, text });
  }
  return texts;
}

/** Line by line, without blocks of code. */
export function linesOfPage(page: string): readonly { readonly line: number; readonly text: string }[] {
  let isCode = false;
  return page.split('\n').flatMap((text, index) => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    return isCode ? [] : [{ line: index + 1, text }];
  });
}

export function textsOfPage(page: string): readonly Text[] {
  return linesOfPage(page).map(({ line, text }) => ({
    kind: 'page',
    line,
    text: text.replaceAll(/`[^`]*`/g, '``'),
  }));
}
