import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.ts';

const found = (file: string, content: string) =>
  findingsOf(file, content).map((finding) => `${finding.line}: ${finding.found}`);

describe('the check of wordings', () => {
  it('finds them in comments, with the line on which the comment starts', () => {
    const source = 'const a = 1;\n/**\n * Retries\n * by itself.\n */\nconst b = 2; // It is told.\n';
    expect(found('vault/src/a.ts', source)).toEqual(['2: by itself', '6: is told', '6: told']);
    expect(found('vault/src/a.ts', '/** What a feed needs. */')).toEqual(['1: What']);
    const sources = '/** Kept for an hour (design "HTTP"). */\n\n// As in issue 5.\n';
    expect(found('vault/src/a.ts', sources)).toEqual(['1: design "', '3: issue 5']);
  });

  it('finds them in sentences, but not in SQL, names or placeholders', () => {
    expect(found('vault/src/a.ts', "it('starts the job anew', run);")).toEqual(['1: anew']);
    const others = `query('begin; lock table a'); emit('anew', 'told'); log(\`\${told} is the result\`);`;
    expect(found('vault/src/a.ts', others)).toEqual([]);
  });

  it('finds them in template literals of several lines, but not in scripts and SQL', () => {
    const text = `log(\`The job\nbegins with \${\n  first\n}, and\nis told.\`);`;
    expect(found('vault/src/a.ts', text)).toEqual(['2: begins', '5: is told', '5: told']);
    const script = 'run(`\n  const began = now();\n  return told of it;\n`);';
    expect(found('vault/src/a.ts', script)).toEqual([]);
    const sql = 'query(`\n  -- By which it is found.\n  select began as told from jobs\n`);';
    expect(found('vault/src/a.ts', sql)).toEqual(['2: By which']);
  });

  it('applies only some rules to quotes of the app, and none to problems and mails', () => {
    const quote = "say('It tells you the news by itself');";
    expect(found('e2e/a.e2e.spec.ts', quote)).toEqual(['1: by itself']);
    expect(found('e2e/a.e2e.spec.ts', "it('tells you the news', run);")).toEqual(['1: tells']);
    expect(found('contracts/src/shared/texts.ts', quote)).toEqual([]);
    expect(found('contracts/src/shared/texts.ts', `// It is told.\n${quote}`)).toHaveLength(2);
  });

  it('finds them in pages, except in code', () => {
    const page = 'The job begins.\n`begin`\n```\nbegin\n```\n';
    expect(found('docs/a.md', page)).toEqual(['1: begins']);
  });

  it('finds prose that is wider than 120 columns, except in tables and unbreakable words', () => {
    const wide = 'word '.repeat(25);
    expect(found('docs/a.md', `${wide}\n| ${wide}|\n${'x'.repeat(130)}`)).toEqual(['1: 125 columns']);
  });
});
