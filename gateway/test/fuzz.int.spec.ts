import {
  type ClientFrame,
  closeCodes,
  type FrameCommand,
  ProblemError,
  problems,
  texts,
} from '@pmcw/contracts';
import { type Contents, contentsOf, isSoak } from '@pmcw/testing';
import { allOf, hostile, inputOf, type JsonSchema } from '@pmcw/testing/fuzz';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './client.ts';
import { House, type Member } from './house.ts';

/** Inputs per kind of frame. */
const inputs = isSoak ? 5_000 : 20;

let house: House;
let lena: Member;
let vault: Contents;
const accepted: FrameCommand[] = [];
beforeAll(async () => {
  house = await House.open({
    // Here most frames are refused.
    limits: { framesBurst: Number.POSITIVE_INFINITY, refusalsInRow: Number.POSITIVE_INFINITY },
    beforeDispatch: async (command) => {
      const isKnown = accepted.some((one) => 'id' in one && 'id' in command && one.id === command.id);
      if (isKnown) throw new ProblemError('conflict', texts.refusals.conflict);
      if ('receiverId' in command && command.receiverId === lena.id) {
        throw new ProblemError('invalid_input', texts.refusals.messageToSelf);
      }
      accepted.push(command);
    },
  });
  lena = await house.member('lena');
  vault = await contentsOf(house.databaseUrl, 'vault');
});
afterAll(async () => {
  await vault.close();
  await house.close();
});

const text: JsonSchema = { type: 'string' };
const position: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };
const userId: JsonSchema = { type: 'integer', minimum: 1, maximum: 3 };
const messageId: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
};

/** Rough fields of each kind of frame beside its type; a new kind needs a row. */
const fields: Readonly<Record<ClientFrame['type'], Readonly<Record<string, JsonSchema>>>> = {
  authenticate: { userId, after: position },
  ping: { timestamp: { type: 'number' } },
  message: {
    id: messageId,
    receiverId: userId,
    isGlobal: { type: 'boolean' },
    content: text,
    messageType: { enum: ['text', 'voice'] },
    voiceUrl: text,
    senderUsername: text,
  },
  mark_read: { senderId: userId, upTo: position },
  resume: { after: position },
  visible: { visible: { type: 'boolean' } },
};

/** Inputs that are no frames at all. */
const broken: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom<string>(
    '',
    '{',
    '[]',
    'null',
    '"',
    '{"type":"ping","type":"message"}',
    '{"__proto__":{"type":"ping"}}',
  ),
  hostile.map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
);

function framesOf(type: string, rest: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<string | Buffer> {
  const made = inputOf({ type: 'object', properties: { type: { const: type }, ...rest } });
  return fc.oneof(
    { arbitrary: made.map((frame) => JSON.stringify(frame)), weight: 9 },
    { arbitrary: broken, weight: 1 },
  );
}

/** Every answer must be one that clients know (`TestClient` checks that), and none may blame the gateway. */
function refuseFaults({ frames }: TestClient): void {
  for (const frame of frames) {
    if (frame.type !== 'error') continue;
    if (frame.code === 'internal' || !Object.hasOwn(problems, frame.code) || frame.detail === '') {
      throw new Error(`A frame was answered ${JSON.stringify(frame)}`);
    }
  }
}

/** Messages and read marks in the log, once nothing is in flight. */
async function written() {
  await expect.poll(() => house.gateway.stats().commandsInFlight).toBe(0);
  const events = await house.events();
  return {
    messages: events.flatMap(({ type, data }) => (type === 'MessageSent' ? [data.messageId] : [])).sort(),
    marks: events.filter(({ type }) => type === 'ConversationRead' || type === 'GlobalChatRead').length,
    others: events.filter(({ type }) => !/^(MessageSent|ConversationRead|GlobalChatRead)$/.test(type)).length,
  };
}

describe('input that no client would send', () => {
  it.each(Object.entries(fields))(
    'is answered properly among %s frames, and only accepted commands change anything',
    { timeout: isSoak ? 60 * 60 * 1000 : 120_000 },
    async (type, rest) => {
      const before = await written();
      const inVault = await vault.now();
      const first = accepted.length;
      let client = await house.connect(lena);
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(framesOf(type, rest), async (frame) => {
          client.sendRaw(frame);
          sent += 1;
          const isOpen = await client.ping(Date.now() + sent + 0.123);
          refuseFaults(client);
          if (isOpen) return;
          // Only a client that claims to be another member is closed.
          expect(await client.closed).toMatchObject({ code: closeCodes.notAuthenticated });
          client = await house.connect(lena);
        }),
        allOf(inputs),
      );
      expect(sent).toBe(inputs);
      const after = await written();
      refuseFaults(client);
      const commands = accepted.slice(first);
      const ids = commands.flatMap((command) => (command.type === 'SendMessage' ? [command.id] : []));
      expect(after).toEqual({
        messages: [...before.messages, ...ids].sort(),
        marks: before.marks + commands.length - ids.length,
        others: before.others,
      });
      expect(await vault.now()).toEqual(inVault);
      await client.close();
    },
  );
});
