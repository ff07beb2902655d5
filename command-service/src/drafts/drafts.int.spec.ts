import { limits, texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { type Running, run } from '../../test/running.ts';

let app: Running;
let lena: SignedIn;
/** Peers, as in paths. */
let nils: string;
let mia: string;
beforeAll(async () => {
  app = await run();
  lena = await app.register('lena');
  nils = String((await app.register('nils')).id);
  mia = String((await app.register('mia')).id);
});
afterAll(() => app.stop());

const put = (conversation: string, text: string, basedOn: number, aside: string[] = []) =>
  lena.call('PUT', `/api/drafts/${conversation}`, { text, aside, basedOn });

describe('PUT /api/drafts/{conversation}', () => {
  it('stores a draft and returns its revision, without an event', async () => {
    const before = await app.eventStore.head();
    const first = await put('global', 'hel', 0);
    expect([first.status, first.body]).toEqual([
      200,
      { conversation: 'global', text: 'hel', aside: [], revision: 1 },
    ]);
    expect((await put('global', 'hello', 1, ['bye'])).body.revision).toBe(2);
    expect(await app.vault.drafts.all(lena.id)).toMatchObject([{ text: 'hello', aside: ['bye'] }]);
    expect(await app.eventStore.head()).toBe(before);
  });

  it('refuses one that is based on an older one', async () => {
    await put(nils, 'the first', 0);
    const { status, body } = await put(nils, 'the second', 0);
    expect([status, body.code, body.detail]).toEqual([409, 'conflict', texts.refusals.draftChanged]);
    expect(await app.vault.drafts.find(lena.id, nils)).toMatchObject({ text: 'the first' });
  });

  it('refuses a draft of another member than the session’s', async () => {
    const body = { text: 'private', aside: [], basedOn: 0, senderId: Number(nils) };
    const answer = await lena.call('PUT', `/api/drafts/${mia}`, body);
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    expect(await app.vault.drafts.find(lena.id, mia)).toBeNull();
  });

  it('accepts texts of the maximum length in any letters, and no longer ones', async () => {
    const long = '\u{1f600}\n"'.repeat(limits.draftMax / 4);
    expect((await put(mia, long, 0, Array(limits.draftAsides).fill(long))).status).toBe(200);
    expect((await put(mia, `${long}!`, 1)).status).toBe(400);
    expect((await put(mia, 'a\0b', 1)).status).toBe(400);
    expect((await put(mia, 'a', 1, Array(limits.draftAsides + 1).fill('b'))).status).toBe(400);
    expect((await put('somewhere', 'a', 1)).status).toBe(400);
    expect((await put('999999999', 'a', 1)).status).toBe(404);
  });

  it('limits the drafts that a member may store', async () => {
    const strict = await run({ rateLimits: 'on' });
    try {
      const busy = await strict.register('busy');
      let status = 200;
      let taken = 0;
      // Limited, in case the budget refills as fast.
      for (; status === 200 && taken < 2_000; taken += 1) {
        const body = { text: `${taken}`, aside: [], basedOn: taken };
        ({ status } = await busy.call('PUT', '/api/drafts/global', body));
      }
      expect(status).toBe(429);
      expect(taken).toBeGreaterThan(limits.draftsBurst);
    } finally {
      await strict.stop();
    }
  });
});
