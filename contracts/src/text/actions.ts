import type * as v from 'valibot';
import { asciiEmail } from '../accounts/emails.ts';
import { writtenSignature } from '../walletProofs/writtenSignature.ts';
import { manyLines, oneLine } from './written.ts';

/** Unlike `v.transform`, does not hide the rules after it from JSON Schema. */
export interface Rewriting extends v.BaseTransformation<string, string, never> {
  readonly type: 'one_line' | 'many_lines' | 'signature' | 'ascii_email';
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
export const asAsciiEmail = rewriting('ascii_email', asciiEmail);
export const asWrittenSignature = rewriting('signature', writtenSignature);
