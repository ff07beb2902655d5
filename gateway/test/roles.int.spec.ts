import { type ClientFrame, clientFrameSchema, texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './client.ts';
import { House, type Member } from './house.ts';

/** Senders: without a session, with one that has ended, not yet authenticated, and authenticated. */
const roles = ['anonymous', 'suspended', 'unannounced', 'member', 'admin'] as const;
type Role = (typeof roles)[number];
/** A refused upgrade, the code of an error frame, the answering frame, or none. */
type Outcome =
  | 'refused with 401'
  | 'not_signed_in'
  | 'nothing'
  | 'pong'
  | 'authenticated'
  | 'ack'
  | 'messages_read'
  | 'resumed';

let house: House;
let lena: Member;
let boss: Member;
let gone: Member;
beforeAll(async () => {
  house = await House.open();
  [lena, boss, gone] = [await house.member('lena'), await house.member('boss'), await house.member('gone')];
  await house.write(boss.id, lena.id);
  await house.sessions.endAll(gone.id, 'suspended');
});
afterAll(() => house.close());

/** Outcomes for known members; administrators have no more rights here than members. */
const known = (outcome: Outcome, before: Outcome = 'not_signed_in') =>
  ({
    anonymous: 'refused with 401',
    suspended: 'refused with 401',
    unannounced: before,
    member: outcome,
    admin: outcome,
  }) satisfies Record<Role, Outcome>;

interface Row {
  readonly frame: (self: Member, other: Member) => ClientFrame;
  readonly outcomes: Readonly<Record<Role, Outcome>>;
}

/** Outcome of every kind of frame by role. */
const rows: Readonly<Record<ClientFrame['type'], Row>> = {
  authenticate: {
    frame: ({ id }) => ({ type: 'authenticate', userId: id }),
    outcomes: known('authenticated', 'authenticated'),
  },
  ping: { frame: () => ({ type: 'ping', timestamp: 1 }), outcomes: known('pong', 'pong') },
  message: {
    frame: (_, { id }) => ({ type: 'message', receiverId: id, content: 'Hello', isGlobal: false }),
    outcomes: known('ack'),
  },
  mark_read: {
    frame: (_, { id }) => ({ type: 'mark_read', senderId: id }),
    outcomes: known('messages_read'),
  },
  resume: { frame: () => ({ type: 'resume', after: '0' }), outcomes: known('resumed') },
  visible: { frame: () => ({ type: 'visible', visible: true }), outcomes: known('nothing') },
};

const memberOf = (role: Role): Member => (role === 'admin' ? boss : role === 'suspended' ? gone : lena);

function socketOf(role: Role): Promise<TestClient> {
  if (role === 'anonymous') return house.socket(null).opened();
  const member = memberOf(role);
  return role === 'unannounced' || role === 'suspended'
    ? house.socket(member.token).opened()
    : house.connect(member);
}

/** The outcome, once the awaited frame is there, or a later ping was answered and nothing is in flight. */
async function outcomeOf(role: Role, { frame, outcomes }: Row): Promise<readonly string[]> {
  const self = memberOf(role);
  let client: TestClient;
  try {
    client = await socketOf(role);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const before = client.frames.length;
  client.send(frame(self, self === boss ? lena : boss));
  const behind = 0.5;
  await client.ping(behind);
  const expected = outcomes[role];
  const came = () =>
    client.frames
      .slice(before)
      .filter((one) => !(one.type === 'pong' && one.timestamp === behind))
      .map((one) => (one.type === 'error' ? one.code : one.type));
  if (expected !== 'nothing') await expect.poll(came).toContain(expected);
  const found = came();
  await client.close();
  return found;
}

describe('every frame of clients', () => {
  it('has a row', () => {
    const types = clientFrameSchema.options.map(({ entries }) => entries.type.literal);
    expect(types.sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(Object.entries(rows))('%s leads to what each role may', async (_, row) => {
    for (const role of roles) {
      const outcome = row.outcomes[role];
      const writes = async () => (await house.events()).length;
      const before = await writes();
      const found = await outcomeOf(role, row);
      if (outcome === 'nothing') expect([role, found]).toEqual([role, []]);
      else expect([role, found.includes(outcome)]).toEqual([role, true]);
      const isCommand = outcome === 'ack' || outcome === 'messages_read';
      expect([role, await writes()]).toEqual([role, before + (isCommand ? 1 : 0)]);
    }
  });

  it('is refused in the name of another member', async () => {
    const client = await house.socket(lena.token).opened();
    client.send({ type: 'authenticate', userId: boss.id });
    expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it("is refused in the catalogue's words before authentication", async () => {
    const client = await house.socket(lena.token).opened();
    client.send({ type: 'resume', after: '0' });
    expect(await client.first('error')).toMatchObject({ detail: texts.refusals.notSignedIn });
    await client.close();
  });
});
