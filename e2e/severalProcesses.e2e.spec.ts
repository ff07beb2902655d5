import { setTimeout } from 'node:timers/promises';
import { receiptSchema } from '@pmcw/contracts';
import { isSoak, sampled } from '@pmcw/testing';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { type Fleet, type Part, startFleet } from './support/fleet.ts';
import { password } from './support/member.ts';
import { Messenger } from './support/messenger.ts';
import {
  expectReadModelsEqualRebuilt,
  expectWholeLog,
  type LogCounts,
  openCounts,
} from './support/record.ts';

/** Members write slower than a processor can, which leaves time for the parts that restart. */
const pauseMs = 250;

/** A member's acknowledged actions. */
interface Talk {
  readonly messenger: Messenger;
  edits: number;
}

/** Sends to the next member and to the global chat in turn, and sometimes edits their own profile, until aborted. */
async function talk(own: Talk, others: readonly Talk[], until: AbortSignal): Promise<void> {
  const { messenger } = own;
  for (let n = 0; !until.aborted; n += 1) {
    const receiver = others[n % others.length]?.messenger.userId ?? null;
    await messenger.send(`${messenger.username} ${n}`, n % 3 === 0 ? null : receiver);
    if (n % 5 === 0) {
      const body = { fullName: `The ${messenger.username}`, bio: `For the ${n}th time` };
      expect(await messenger.insist('PATCH', '/api/user/profile', body)).toMatchObject({ status: 200 });
      own.edits += 1;
    }
    // biome-ignore lint/plugin: a pace that leaves the machine time; nothing is expected when it is over
    await setTimeout(pauseMs);
  }
}

/**
 * All in a soak; otherwise one of those that accept, store and push messages, and both projectors, because one has the
 * lease.
 */
const killed = ({ parts }: Fleet): readonly Part[] =>
  isSoak ? parts : parts.filter(({ name }) => /^((command-service|gateway) 1|projector \d)$/.test(name));

const acknowledgedBy = (talks: readonly Talk[]) =>
  talks.reduce((sum, { messenger }) => sum + messenger.acknowledged.size, 0);

/** Waits until so many more messages are acknowledged; fails if a member can't continue. */
async function progress(talks: readonly Talk[], talking: Promise<unknown>, count: number): Promise<void> {
  const before = acknowledgedBy(talks);
  const more = expect.poll(() => acknowledgedBy(talks)).toBeGreaterThan(before + count);
  await Promise.race([more, talking]);
}

/** Two visitors register the same name at the same moment on different processes; only one may succeed. */
async function raceForName(fleet: Fleet, username: string): Promise<void> {
  const register = (email: string) =>
    fetch(`${fleet.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fleet.url },
      body: JSON.stringify({ fullName: 'Twin', username, email, password }),
    }).then(
      (response) => response.status,
      () => null,
    );
  const answers = await Promise.all([register(`${username}@a.example`), register(`${username}@b.example`)]);
  expect(answers.filter((status) => status === 201).length).toBeLessThan(2);
}

function expectEachSeenOnce(talks: readonly Talk[], counts: LogCounts): void {
  for (const { messenger } of talks) {
    const twice = [...messenger.seen].filter(([, times]) => times !== 1);
    expect(twice, `seen by ${messenger.username}, who resynced ${messenger.resyncs} times`).toEqual([]);
    const missed = counts.messagesFor(messenger.userId).filter((id) => !messenger.seen.has(id));
    expect(missed, `missed by ${messenger.username}`).toEqual([]);
  }
}

describe.each(sampled(['postgres', 'eventstoredb'] as const, 1))(
  'two processes of every part and a notary, the log in %s',
  (engine) => {
    let fleet: Fleet | undefined;
    let talks: Talk[] = [];
    afterEach(async () => {
      for (const { messenger } of talks) messenger.close();
      talks = [];
      await fleet?.remove();
    });

    it('lose and double no message while each is killed in turn', async () => {
      fleet = await startFleet(engine);
      for (const username of ['ada', 'ben', 'cleo', 'dan']) {
        talks.push({ messenger: await Messenger.join(fleet.url, username), edits: 0 });
      }
      const over = new AbortController();
      const talking = Promise.all(
        talks.map((own) =>
          talk(
            own,
            talks.filter((other) => other !== own),
            over.signal,
          ),
        ),
      );
      for (const [n, part] of killed(fleet).entries()) {
        await progress(talks, talking, 10);
        await part.process.stop('SIGKILL');
        await raceForName(fleet, `twin_${n}`);
        await progress(talks, talking, 10);
        await part.process.start();
      }
      over.abort();
      await talking;

      const counts = await openCounts(fleet.env);
      for (const { messenger, edits } of talks) {
        expect(counts.editsOf(messenger.userId)).toBe(edits);
        for (const id of messenger.acknowledged) expect(counts.sentTimes(id), id).toBe(1);
      }
      expect(counts.messages).toBe(acknowledgedBy(talks));
      await expect
        .poll(() => talks.map(({ messenger }) => messenger.seen.size))
        .toEqual(talks.map(({ messenger }) => counts.messagesFor(messenger.userId).length));
      expectEachSeenOnce(talks, counts);
      await expectReadModelsEqualRebuilt(fleet.env, counts.head);
      const leaver = talks[0]?.messenger;
      // A proof is valid for minutes, and talking may take longer.
      await leaver?.insist('POST', '/api/user/fresh-proof', { password });
      const left = await leaver?.request('DELETE', '/api/user/account');
      expect(v.parse(receiptSchema, left?.body).memberId).toBe(leaver?.userId);
      expectWholeLog(fleet.env);

      for (const { messenger } of talks) messenger.close();
      const exitCodes = await fleet.remove();
      fleet = undefined;
      expect(exitCodes).toEqual(exitCodes.map(() => 0));
      expect(exitCodes).toHaveLength(9);
    }, 600_000);
  },
);
