import { ProblemError, texts } from '@pmcw/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { send } from './client.ts';
import { ofServer, refusedByServer } from './ofServer.forSpecs.ts';
import { registerProofDialog } from './proof.ts';

const refused = () => {
  const refusal = new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired);
  return new Response(JSON.stringify(refusal.toProblem()), { status: 403, headers: refusedByServer });
};
/** To a `HEAD`. */
const refusedWithoutBody = () =>
  new Response(null, { status: 403, headers: { 'x-problem': 'fresh_proof_required' } });
/** Successive answers of `fetch`. */
const answers = (...responses: readonly Response[]) => {
  const left = [...responses];
  const fetch = vi.fn(async () => left.shift() ?? new Response('{}', { headers: ofServer }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

let stop = () => {};
const asked = (isProved: boolean) => {
  const ask = vi.fn(async () => isProved);
  stop = registerProofDialog(ask);
  return ask;
};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('a request refused for lack of a proof', () => {
  it.each([
    ['with a body', refused],
    ['without one', refusedWithoutBody],
  ])('is repeated unchanged once proved: %s', async (_, refuse) => {
    const fetch = answers(refuse());
    const ask = asked(true);
    const body = { isSuspended: true };
    expect((await send('/api/admin/users/7/suspend', { method: 'PATCH', body })).status).toBe(200);
    expect(ask).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledTimes(2);
    const [[, first] = [], [, second] = []]: unknown[][] = fetch.mock.calls;
    expect(second).toMatchObject({ method: 'PATCH', body: JSON.stringify(body) });
    expect(first).toMatchObject({ method: 'PATCH', body: JSON.stringify(body) });
  });

  it('stays refused if the proof is given up, and if no one asks for one', async () => {
    answers(refused(), refused());
    asked(false);
    await expect(send('/api/admin/settings')).rejects.toMatchObject({ code: 'fresh_proof_required' });
    stop();
    await expect(send('/api/admin/settings')).rejects.toMatchObject({ code: 'fresh_proof_required' });
  });

  it('is not asked about repeatedly', async () => {
    answers(refused(), refused());
    const ask = asked(true);
    await expect(send('/api/admin/settings')).rejects.toMatchObject({ code: 'fresh_proof_required' });
    expect(ask).toHaveBeenCalledOnce();
  });

  it('waits for the same proof as others, and the next one for another', async () => {
    answers(refused(), refused());
    const ask = asked(true);
    await Promise.all([send('/api/one'), send('/api/other')]);
    expect(ask).toHaveBeenCalledOnce();
    answers(refused());
    await send('/api/next');
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
