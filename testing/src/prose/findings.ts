import { atStart, everywhere, inCode, type Rule } from './rules.ts';
import { type Text, textsOfPage, textsOfSource } from './texts.ts';

const columnsMax = 120;

export interface Finding {
  readonly line: number;
  readonly found: string;
  readonly write: string;
}

const rulesFor: Readonly<Record<Text['kind'], readonly Rule[]>> = {
  comment: [...atStart, ...inCode],
  page: inCode,
  string: inCode,
  interface: everywhere,
};

export function findingsOf(file: string, content: string): readonly Finding[] {
  const isPage = file.endsWith('.md');
  const texts = isPage ? textsOfPage(content) : textsOfSource(file, content);
  const wordings = texts.flatMap(({ kind, line, text }) =>
    rulesFor[kind].flatMap(({ avoid, write }) => {
      const found = avoid.exec(text);
      return found === null ? [] : [{ line, found: found[0], write }];
    }),
  );
  return [...wordings, ...tooWide(content, isPage)];
}

function tooWide(content: string, isPage: boolean): readonly Finding[] {
  const isProse = isPage ? /^(?!\s*\|)/ : /^\s*(\/\/|\*|\/\*|\{\/\*)/;
  return content.split('\n').flatMap((text, index) => {
    const canBreak = text.trimStart().lastIndexOf(' ', columnsMax) > 8;
    const isWide = text.length > columnsMax && isProse.test(text) && canBreak;
    return isWide
      ? [{ line: index + 1, found: `${text.length} columns`, write: `${columnsMax} at most` }]
      : [];
  });
}
