/** A text that people read, and the line of the file on which it starts (from 1). */
export interface Text {
  readonly kind: 'comment' | 'page' | 'string' | 'interface';
  readonly line: number;
  readonly text: string;
}

const commentLine = /^\s*(?:\{?\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\s*\*\/\}?)?\s*$/;
const trailingComment = /\s\/\/ (.*)$/;
/** At least three words between quotes. */
const sentence = /(['"`])((?:(?!\1)[^\\]|\\.)*?[a-z,]+ [a-z]+ (?:(?!\1)[^\\]|\\.)*)\1/g;
const isInterface = (file: string) => /^pwa\/src\/base\/words\/en\//.test(file);

/** The comments and sentences of a source file. */
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
    for (const [, , text = ''] of content.matchAll(sentence))
      texts.push({ kind: isInterface(file) ? 'interface' : 'string', line, text });
  }
  close();
  return texts;
}

/** The paragraphs of a page of Markdown, line by line; its code left out. */
export function textsOfPage(page: string): readonly Text[] {
  let isCode = false;
  return page.split('\n').flatMap((text, index): Text[] => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    return isCode ? [] : [{ kind: 'page', line: index + 1, text: text.replaceAll(/`[^`]*`/g, '``') }];
  });
}
