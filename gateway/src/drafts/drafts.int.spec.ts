import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
beforeAll(async () => {
  house = await House.open();
  lena = await house.member('lena');
});
afterAll(() => house.close());

const draft = (text: string, revision = 0) => ({ conversation: 'global', text, aside: ['also'], revision });

describe('a draft', () => {
  it("is shown to the member's other devices only", async () => {
    const phone = await house.signInAgain(lena);
    const nils = await house.member('nils');
    const [desk, tab, other] = [
      await house.connect(lena),
      await house.connect(phone),
      await house.connect(nils),
    ];
    const by = { userId: lena.id, sessionId: phone.session.id };
    await house.drafts.put(by, draft('hel'), 9);
    await house.drafts.put(by, draft('hello', 1), 9);
    await expect
      .poll(() => desk.of('draft').at(-1)?.draft)
      .toEqual({ conversation: 'global', text: 'hello', aside: ['also'], revision: 2 });
    // A draft would have arrived before the message.
    await house.write(nils.id, lena.id);
    await Promise.all([tab.first('new_message'), other.first('new_message')]);
    expect([tab.of('draft'), other.of('draft')]).toEqual([[], []]);
  });

  it('is not shown to a socket that has not authenticated', async () => {
    const silent = await house.socket(lena.token).opened();
    const by = { userId: lena.id, sessionId: 'another' };
    const listening = await house.connect(await house.signInAgain(lena));
    await house.drafts.put(by, { ...draft('secret'), conversation: '7' }, 9);
    await listening.first('draft');
    expect(silent.frames).toEqual([]);
  });
});
