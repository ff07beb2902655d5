import { messageIdSchema, ProblemError, texts } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House, type HouseOptions, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
let nils: Member;
let mia: Member;
/** Run by the command service before it handles a message with this text. */
const gates = new Map<string, () => Promise<void>>();

const beforeDispatch: HouseOptions['beforeDispatch'] = async (command) => {
  if (command.type === 'MarkRead' && command.peerId === mia.id) {
    throw new ProblemError('not_found', texts.refusals.memberNotFound);
  }
  if (command.type === 'SendMessage') await gates.get(command.content)?.();
};

beforeAll(async () => {
  house = await House.open({ beforeDispatch });
  lena = await house.member('lena');
  nils = await house.member('nils');
  mia = await house.member('mia');
});
afterAll(() => house.close());

describe('a message frame', () => {
  it('is acknowledged with the message and its position, and pushed to both', async () => {
    const [one, two] = [await house.connect(lena), await house.connect(nils)];
    const id = uuidv7();
    one.send({ type: 'message', id, receiverId: nils.id, content: 'hello', senderUsername: 'mallory' });
    const ack = await one.first('ack');
    expect(ack).toMatchObject({ id, message: { id, content: 'hello', senderId: lena.id } });
    for (const client of [one, two]) {
      expect(await client.first('new_message')).toMatchObject({
        position: ack.position,
        message: { id, sender: { username: 'lena' } },
      });
    }
  });

  it('goes to everyone when it is global, and gets an id when it has none', async () => {
    const [one, two] = [await house.connect(lena), await house.connect(mia)];
    one.send({ type: 'message', isGlobal: true, receiverId: 1, content: 'all of you' });
    const { id } = await one.first('ack');
    expect(v.is(messageIdSchema, id)).toBe(true);
    expect(await two.first('new_global_message')).toMatchObject({ message: { id } });
  });

  it('is refused with its id, the field and a sentence, without effect', async () => {
    const client = await house.connect(lena);
    const head = await house.eventStore.head();
    const ids = [1, 2, 3].map(() => uuidv7());
    client.send({ type: 'message', id: ids[0], receiverId: nils.id, content: ' \u200b\u3164 ' });
    client.send({ type: 'message', id: ids[1], content: 'for whom?' });
    client.send({ type: 'message', id: ids[2], receiverId: lena.id, content: 'to myself' });
    await expect.poll(() => client.of('error').length).toBe(3);
    const byId = new Map(client.of('error').map((error) => [error.id, error]));
    expect(ids.map((id) => byId.get(id))).toMatchObject([
      { code: 'invalid_input', errors: [{ path: 'content', message: 'A message needs some text.' }] },
      { code: 'invalid_input', errors: [{ path: 'receiverId' }] },
      { code: 'invalid_input', detail: 'You cannot send a message to yourself.' },
    ]);
    expect(await house.eventStore.head()).toBe(head);
  });

  it('reveals no internal error', async () => {
    gates.set('boom', () => Promise.reject(new Error('a secret')));
    const client = await house.connect(lena);
    client.send({ type: 'message', receiverId: nils.id, content: 'boom' });
    expect(await client.first('error')).toEqual({
      type: 'error',
      code: 'internal',
      detail: 'Something went wrong on our side. Please try again.',
    });
  });

  it('is recorded in the order of sending within each conversation', async () => {
    const client = await house.connect(lena);
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    gates.set('1', () => opened);
    for (const content of ['1', '2', '3']) client.send({ type: 'message', receiverId: nils.id, content });
    client.send({ type: 'message', receiverId: mia.id, content: 'elsewhere' });
    expect(await client.first('ack')).toMatchObject({ message: { content: 'elsewhere' } });
    open();
    await expect.poll(() => client.of('ack').length).toBe(4);
    await expect.poll(() => client.of('new_message').length).toBe(4);
    expect(client.of('new_message').map(({ message }) => message.content)).toEqual([
      'elsewhere',
      '1',
      '2',
      '3',
    ]);
  });

  it('is refused when too many wait for an answer, or when none comes', async () => {
    const hasty = await House.open({ limits: { commandsInFlight: 4, dispatchMs: 1_000 }, beforeDispatch });
    try {
      const client = await hasty.connect(await hasty.member('tom'));
      const { id: receiverId } = await hasty.member('nils');
      gates.set('never', () => new Promise(() => undefined));
      for (let sent = 0; sent < 5; sent += 1) {
        client.send({ type: 'message', receiverId, content: sent === 0 ? 'never' : `${sent}` });
      }
      expect(await client.first('error')).toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
      await expect.poll(() => client.of('error').length).toBe(2);
      expect(client.of('error')[1]).toMatchObject({ code: 'unavailable', retryAfter: 1 });
      await expect.poll(() => client.of('ack').length).toBe(3);
    } finally {
      await hasty.close();
    }
  });
});

describe('a mark_read frame', () => {
  it('is pushed to both members, and answered only when it is refused', async () => {
    const [one, two] = [await house.connect(lena), await house.connect(nils)];
    one.send({ type: 'mark_read', senderId: nils.id });
    for (const client of [one, two]) {
      expect(await client.first('messages_read')).toMatchObject({ readerId: lena.id, peerId: nils.id });
    }
    one.send({ type: 'mark_read', senderId: mia.id });
    expect(await one.first('error')).toEqual({
      type: 'error',
      code: 'not_found',
      detail: 'No such member.',
    });
  });
});
