import ts from 'typescript';

export interface TemplateLine {
  readonly kind: 'comment' | 'sentence';
  /** In the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Some line has an odd number of backticks, without which parsing isn't worth its time. */
const mayHaveSome = (source: string) => source.split('\n').some((line) => line.split('`').length % 2 === 0);
const isCode = (text: string) => /[{}]|=>|;$|\w\(|^\s*(select|update|delete|insert|from|where)\b/m.test(text);
const sqlComment = /^\s*-- (.*)$/;

/** Lines of template literals of several lines: all of a text, and comments in SQL. */
export function linesOfTemplates(file: string, source: string): readonly TemplateLine[] {
  if (!mayHaveSome(source)) return [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const lines: TemplateLine[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const first = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1;
      lines.push(...linesFrom(first, withoutValues(node, parsed)));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lines;
}

/** As many lines as the template has, with `…` for each value. */
function withoutValues(
  template: ts.TemplateExpression | ts.NoSubstitutionTemplateLiteral,
  parsed: ts.SourceFile,
): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.getText(parsed).slice(1, -1);
  const rest = template.templateSpans.map(({ expression, literal }) => {
    const value = parsed.text.slice(expression.pos, literal.getStart(parsed));
    return `…${value.replaceAll(/[^\n]/g, '')}${literal.getText(parsed).replaceAll(/^\}|`$|\$\{$/g, '')}`;
  });
  return [template.head.getText(parsed).slice(1, -2), ...rest].join('');
}

function linesFrom(first: number, template: string): readonly TemplateLine[] {
  if (!template.includes('\n')) return [];
  const isText = !isCode(template);
  return template.split('\n').flatMap((text, index): TemplateLine[] => {
    const line = first + index;
    const comment = sqlComment.exec(text)?.[1];
    if (comment !== undefined) return [{ kind: 'comment', line, text: comment }];
    return isText ? [{ kind: 'sentence', line, text }] : [];
  });
}
