import { createMemoryLog, LogUnavailableError } from '@pmcw/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
let nils: Member;
let mia: Member;

beforeAll(async () => {
  house = await House.open();
  lena = await house.member('lena');
  nils = await house.member('nils');
  mia = await house.member('mia');
});
afterAll(() => house.close());

describe('a private message', () => {
  it('reaches every device of its two members only', async () => {
    const phone = await house.connect(lena);
    const laptop = await house.connect(await house.signInAgain(lena));
    const other = await house.connect(nils);
    const stranger = await house.connect(mia);
    const position = await house.write(lena.id, nils.id, 'for Nils');
    for (const client of [phone, laptop, other]) {
      expect(await client.first('new_message')).toMatchObject({
        position: String(position),
        message: {
          content: 'for Nils',
          senderId: lena.id,
          receiverId: nils.id,
          isGlobal: false,
          sender: { username: 'lena', fullName: 'lena Weber', avatarUrl: null },
        },
      });
    }
    // A frame for everyone ends the wait: everything before it has arrived.
    await house.write(nils.id, null, 'for all');
    await stranger.first('new_global_message');
    expect(stranger.changes).toHaveLength(1);
  });

  it('is deleted for both, and marked as read for both', async () => {
    const [one, two] = [await house.connect(lena), await house.connect(nils)];
    await house.write(lena.id, nils.id);
    const { message, position } = await two.first('new_message');
    two.send({ type: 'mark_read', senderId: lena.id, upTo: position });
    await house.delete(message.id, lena.id, nils.id);
    for (const client of [one, two]) {
      expect(await client.first('messages_read')).toMatchObject({
        readerId: nils.id,
        peerId: lena.id,
        upTo: position,
      });
      expect(await client.first('message_deleted')).toMatchObject({ id: message.id });
    }
  });
});

describe('a global message', () => {
  it('reaches every client that has authenticated, and no other', async () => {
    const here = await house.connect(mia);
    const silent = await house.socket(nils.token).opened();
    await house.write(lena.id, null, 'hello all');
    expect(await here.first('new_global_message')).toMatchObject({
      message: { content: 'hello all', isGlobal: true, receiverId: 1 },
    });
    silent.send({ type: 'ping', timestamp: 1 });
    await silent.first('pong');
    expect(silent.frames).toEqual([{ type: 'pong', timestamp: 1 }]);
  });

  it('names no sender whose card could not be read: unknown is not erased', async () => {
    const log = createMemoryLog();
    vi.spyOn(log, 'readStream').mockImplementation(() => {
      throw new LogUnavailableError('Away');
    });
    const unreadable = await House.open({ log });
    try {
      const [tina, otto] = [await unreadable.member('tina'), await unreadable.member('otto')];
      const here = await unreadable.connect(tina);
      await unreadable.write(otto.id, tina.id, 'from whom?');
      const { message } = await here.first('new_message');
      expect(message).toMatchObject({ senderId: otto.id, content: 'from whom?', sender: null });
    } finally {
      await unreadable.close();
    }
  });

  it('carries the name that its sender has at that moment', async () => {
    const here = await house.connect(mia);
    await house.write(nils.id, null, 'before');
    await house.rename(nils, 'Nils the Second');
    await house.write(nils.id, null, 'after');
    await expect.poll(() => here.of('new_global_message').length).toBe(2);
    expect(here.of('new_global_message').map(({ message }) => message.sender?.fullName)).toEqual([
      'nils Weber',
      'Nils the Second',
    ]);
  });
});

describe('the position', () => {
  it('of authenticated is where the pushes start', async () => {
    const before = await house.write(lena.id, mia.id);
    const client = await house.connect(mia);
    const { position } = await client.first('authenticated');
    expect(Number(position)).toBeGreaterThanOrEqual(before);
    const after = await house.write(lena.id, mia.id);
    await expect.poll(() => client.positions).toEqual([after]);
  });
});
