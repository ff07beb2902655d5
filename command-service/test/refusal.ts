import { expect } from 'vitest';

/** An answer with this problem, and with this sentence, if one is given. */
export const refusal = (status: number, code: string, detail?: string) => ({
  status,
  body: expect.objectContaining({ status, code, ...(detail === undefined ? {} : { detail }) }),
});
