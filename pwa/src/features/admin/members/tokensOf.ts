import { setTokensBodySchema } from '@pmcw/contracts';
import * as v from 'valibot';

/** A whole number from 0; null for anything else, which is ignored (spec §5). */
export function tokensOf(text: string): number | null {
  if (!/^\d+$/.test(text)) return null;
  const body = v.safeParse(setTokensBodySchema, { pmcwTokens: Number(text) });
  return body.success ? body.output.pmcwTokens : null;
}
