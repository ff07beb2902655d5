import type * as v from 'valibot';
import { manyLines, oneLine } from './written.ts';

/** A valibot transformation like `v.trim()`, which JSON Schema ignores; `v.transform` would hide the rules after it. */
export interface Rewriting extends v.BaseTransformation<string, string, never> {
  readonly type: 'one_line' | 'many_lines';
  readonly reference: () => Rewriting;
}

const rewriting = (type: Rewriting['type'], rewrite: (text: string) => string): (() => Rewriting) => {
  const reference = (): Rewriting => ({
    kind: 'transformation',
    type,
    reference,
    async: false,
    '~run': (dataset) => ({ ...dataset, value: rewrite(dataset.value) }),
  });
  return reference;
};

export const asOneLine = rewriting('one_line', oneLine);
export const asManyLines = rewriting('many_lines', manyLines);
