import { randomUUID } from 'node:crypto';
import { streams, userFold } from '@pmcw/contracts/events';
import { eventually } from '@pmcw/testing/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { SignedIn } from '../../test/browser.ts';
import { type Process, password, type Running, run } from '../../test/running.ts';
import { causeOf, stamp } from './stamp.ts';

let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run({ rateLimits: 'on' });
  other = await app.another();
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const { name, schema } = userFold.snapshot;
const profile = (bio: string) => ({ fullName: 'Ada Lovelace', bio, telegramHandle: '' });
const edit = (at: Process, { cookies }: SignedIn, bio: string) =>
  app
    .browser(at)
    .call('PATCH', '/api/user/profile', profile(bio), { cookie: `session=${cookies.get('session')}` });

/** Appends events to a member’s stream without the processes. */
async function lengthen({ id }: SignedIn, events: number): Promise<void> {
  const stream = streams.user(id);
  for (let from = (await app.events(stream)).length; from < events; from += 500) {
    const data = (n: number) => ({ userId: id, ...profile(`number ${from + n}`) });
    const edits = Array.from({ length: Math.min(500, events - from) }, (_, n) =>
      stamp(
        { type: 'ProfileEdited', data: data(n) },
        causeOf({ actorId: id, correlationId: 'a spec', authority: { kind: 'frame' } }),
        new Date(),
      ),
    );
    await app.eventStore.append(stream, from - 1, edits);
  }
}

/** Revisions from where a process reads a member’s stream. */
function readsOf({ eventStore }: Process, { id }: SignedIn): () => number[] {
  const reading = vi.spyOn(eventStore, 'readStream');
  return () =>
    reading.mock.calls.flatMap(([stream, from = 0]) => (stream === streams.user(id) ? [from] : []));
}

/** The state folded from the whole log. */
async function folded({ id }: SignedIn): Promise<unknown> {
  const events = await app.events(streams.user(id));
  return events.reduce(
    (state, event) => (userFold.owns(event) ? userFold.evolve(state, event) : state),
    userFold.initialState,
  );
}

describe('a member with a long stream', () => {
  let ada: SignedIn;
  beforeAll(async () => {
    ada = await app.register('ada_of_years');
    await lengthen(ada, 2_200);
    expect((await edit(other, ada, 'read whole, once')).status).toBe(200);
    await eventually(async () => expect(await app.vault.snapshots.find(ada.id, name)).not.toBeNull());
  });

  it('is read from the last snapshot by a new process, with the state of a full fold', async () => {
    const fresh = await app.another();
    const reads = readsOf(fresh, ada);
    expect(await edit(fresh, ada, 'after a snapshot')).toMatchObject({ status: 200 });
    expect(reads().filter((from) => from > 0 && from < 2_000)).toEqual([]);
    const { state } = (await app.vault.snapshots.find(ada.id, name)) ?? {};
    const stored = z.decode(schema, JSON.parse(state ?? '{}'));
    expect({ ...stored, bio: 'after a snapshot' }).toEqual(await folded(ada));
  });

  it('is read whole if the snapshot is of another history', async () => {
    const snapshot = await app.vault.snapshots.find(ada.id, name);
    if (snapshot === null) throw new Error('there is a snapshot');
    const state = snapshot.state.replace('"isAdmin":false', '"isAdmin":true');
    await app.vault.snapshots.put(ada.id, name, { ...snapshot, eventId: randomUUID(), state });
    const fresh = await app.another();
    expect(await edit(fresh, ada, 'of another history')).toMatchObject({
      status: 200,
      body: { isAdmin: false },
    });
  });

  it('costs an append and no read of old events, once it is cached', async () => {
    await edit(app, ada, 'known from here on');
    const reads = readsOf(app, ada);
    expect((await edit(app, ada, 'and changed')).status).toBe(200);
    expect(reads().every((from) => from > 2_200)).toBe(true);
  });
});

describe('the budget of events', () => {
  it('is shared by both processes, refuses with the seconds to wait, and changes nothing then', async () => {
    const busy = await app.register('busy');
    expect(await app.vault.eventBudget.spend(busy.id, 'edits', 598)).toBe(0);
    const answers = await Promise.all([app, other, app, other].map((at, n) => edit(at, busy, `try ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('too_many_requests');
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(await app.events(streams.user(busy.id))).toHaveLength(3);
  });

  it('leaves commands that protect the account, because an intruder may have used it up', async () => {
    const victim = await app.register('victim');
    await app.vault.eventBudget.spend(victim.id, 'edits', 600);
    expect((await edit(app, victim, 'one more')).status).toBe(429);
    const change = { currentPassword: password, newPassword: 'another long one' };
    expect((await victim.post('/api/user/change-password', change)).status).toBeLessThan(300);
  });

  it('costs nothing if nothing changes', async () => {
    const calm = await app.register('calm');
    await edit(app, calm, 'the same');
    await app.vault.eventBudget.spend(calm.id, 'edits', 599);
    for (let n = 0; n < 5; n += 1) expect((await edit(other, calm, 'the same')).status).toBe(200);
  });
});

describe('read marks', () => {
  const markAt = (at: Process, { cookies }: SignedIn, upTo: string | undefined) =>
    app
      .browser(at)
      .call('POST', '/api/messages/global/read', { upTo }, { cookie: `session=${cookies.get('session')}` });

  it('are combined for some seconds at both processes, up to the furthest', async () => {
    const [reader, writer] = [await app.register('reads_along'), await app.register('writes_much')];
    const positions: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { body } = await writer.post('/api/messages/global', { content: `line ${n}` });
      positions.push(String(body.position));
    }
    const [first, ...rest] = positions;
    expect(await markAt(app, reader, first)).toMatchObject({ status: 204 });
    const answers = rest.map((upTo, n) =>
      n % 2 === 0 ? markAt(app, reader, upTo) : markAt(other, reader, upTo),
    );
    const last = await Promise.all(answers);
    expect(last.map(({ status }) => status)).toEqual(rest.map(() => 204));
    const marks = await app.events(streams.inbox(reader.id));
    // Each process may leave one after its wait.
    expect(marks.length).toBeLessThanOrEqual(3);
    expect(marks.at(0)?.data).toMatchObject({ upTo: first });
    expect(marks.at(-1)?.data).toMatchObject({ upTo: positions.at(-1) });
  });
});
