import { limits, ProblemError, texts } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
let nils: Member;
/** Run by the command service before it handles a message with this text. */
const gates = new Map<string, () => Promise<void>>();

beforeAll(async () => {
  house = await House.open({
    beforeDispatch: async (command) => {
      if (command.type === 'SendMessage') await gates.get(command.content)?.();
    },
  });
  lena = await house.member('lena');
  nils = await house.member('nils');
});
afterAll(() => house.close());

interface Outgoing {
  readonly id: string;
  readonly content: string;
}

/** As many messages as may be in flight. */
const outgoing = (): Outgoing[] =>
  Array.from({ length: limits.messagesInFlight }, (_, i) => ({ id: uuidv7(), content: `${i} ${uuidv7()}` }));

/** Sends messages of one conversation without waiting for answers. */
function sendAll(client: TestClient, messages: readonly Outgoing[]): void {
  messages.forEach((message, i) => {
    const previous = messages[i - 1]?.id;
    client.send({
      ...{ type: 'message', receiverId: nils.id, ...message },
      ...(previous === undefined ? {} : { previous }),
    });
  });
}

async function stored(messages: readonly Outgoing[]): Promise<string[]> {
  const ids = messages.map(({ id }) => id);
  const events = await house.events();
  return events.flatMap(({ type, data }) =>
    type === 'MessageSent' && ids.includes(data.messageId) ? [data.messageId] : [],
  );
}

const idsOf = (messages: readonly { readonly id?: string | undefined }[]) => messages.map(({ id }) => id);

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('messages in flight', () => {
  it('may be as many as `authenticated` says, and are acknowledged in order', async () => {
    const client = await house.connect(lena);
    expect(await client.first('authenticated')).toMatchObject({ inFlight: limits.messagesInFlight });
    const messages = outgoing();
    sendAll(client, messages);
    await expect.poll(() => client.of('ack').length).toBe(messages.length);
    expect(idsOf(client.of('ack'))).toEqual(idsOf(messages));
  });

  it('are not stored before one that the command service could not handle now', async () => {
    const client = await house.connect(lena);
    const messages = outgoing();
    const [first = { id: '', content: '' }] = messages;
    const slowly = new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 3 });
    gates.set(first.content, () => Promise.reject(slowly));
    sendAll(client, messages);
    await expect.poll(() => client.of('error').length).toBe(messages.length);
    expect(idsOf(client.of('error'))).toEqual(idsOf(messages));
    expect(new Set(client.of('error').map(({ code, retryAfter }) => `${code} ${retryAfter}`))).toEqual(
      new Set(['unavailable 3']),
    );
    expect(await stored(messages)).toEqual([]);

    gates.delete(first.content);
    sendAll(client, messages);
    await expect.poll(() => client.of('ack').length).toBe(messages.length);
    expect(await stored(messages)).toEqual(idsOf(messages));
  });

  it('keep their order when the client moves to another gateway', async () => {
    const messages = outgoing();
    const [first = { id: '', content: '' }] = messages;
    const { open, opened } = gate();
    gates.set(first.content, () => opened);
    const before = await house.connect(lena);
    sendAll(before, messages);
    await expect.poll(() => house.gateway.stats().commandsInFlight).toBe(messages.length);
    before.vanish();

    gates.delete(first.content);
    const { gateway: another, port } = await house.anotherGateway();
    try {
      const client = await house.connect(lena, port);
      sendAll(client, messages);
      open();
      await expect.poll(() => client.of('ack').length).toBe(messages.length);
      await expect.poll(() => house.gateway.stats().commandsInFlight).toBe(0);
      expect(await stored(messages)).toEqual(idsOf(messages));
    } finally {
      await another.close();
    }
  });

  it('are refused, with a wait, when they are too many', async () => {
    const client = await house.connect(lena);
    const messages = [...outgoing(), ...outgoing()];
    const [first = { id: '', content: '' }] = messages;
    const more = [...messages, { id: uuidv7(), content: 'one too many' }];
    const { open, opened } = gate();
    gates.set(first.content, () => opened);
    sendAll(client, more);
    expect(await client.first('error')).toMatchObject({ id: more.at(-1)?.id, code: 'too_many_requests' });
    open();
    await expect.poll(() => client.of('ack').length).toBe(more.length - 1);
  });
});
