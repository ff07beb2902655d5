import { closeCodes } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
beforeAll(async () => {
  house = await House.open();
  lena = await house.member('lena');
});
afterAll(() => house.close());

describe('a deleted member', () => {
  it('is announced to every live client, and signed out on every socket', async () => {
    const nils = await house.member('nils');
    const [other, phone, laptop] = [
      await house.connect(lena),
      await house.connect(nils),
      await house.connect(await house.signInAgain(nils)),
    ];
    const position = await house.erase(nils);
    expect(await other.first('member_deleted')).toEqual({
      type: 'member_deleted',
      userId: nils.id,
      position: String(position),
    });
    for (const client of [phone, laptop]) {
      expect(await client.closed).toEqual({ code: closeCodes.signedOut, reason: 'deleted' });
      expect(client.of('signed_out')).toEqual([{ type: 'signed_out', reason: 'deleted' }]);
    }
  });

  it.each([
    ['this gateway saw it', false],
    ['it was before this gateway started', true],
  ])(
    'is announced to clients that reconnect, without any message from or to the member (%s)',
    async (_, isRestarted) => {
      const [nils, tom] = [await house.member('nils2'), await house.member('tom')];
      const before = await house.write(lena.id, tom.id, 'before');
      await house.write(nils.id, lena.id, 'a mark of nils');
      await house.write(lena.id, nils.id, 'a mark for nils');
      await house.write(nils.id, null, 'a mark for all');
      const position = await house.erase(nils);
      await house.write(nils.id, null, 'a mark too late');
      await house.write(lena.id, nils.id, 'another mark too late');
      const last = await house.write(tom.id, lena.id, 'behind it');
      if (isRestarted) await house.restartGateway();
      const client = await house.comeBack(lena, String(before - 1));
      await client.first('resumed');
      expect(client.of('new_message').map(({ message }) => message.content)).toEqual(['before', 'behind it']);
      expect(client.of('new_global_message')).toEqual([]);
      expect(client.of('member_deleted')).toEqual([
        { type: 'member_deleted', userId: nils.id, position: String(position) },
      ]);
      expect((await client.first('resumed')).position).toBe(String(last));
    },
  );

  it('has no card any longer', async () => {
    const nils = await house.member('nils3');
    const client = await house.connect(lena);
    await house.write(nils.id, lena.id, 'with a card');
    expect((await client.first('new_message')).message.sender?.username).toBe('nils3');
    await house.erase(nils);
    await house.write(nils.id, lena.id, 'too late');
    await house.write((await house.member('tina')).id, lena.id, 'in time');
    await expect
      .poll(() => client.of('new_message').map(({ message }) => message.content))
      .toEqual(['with a card', 'in time']);
  });
});
