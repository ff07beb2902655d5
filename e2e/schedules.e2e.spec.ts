import { isSoak, within } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OfflineWorld, startOfflineWorld } from './support/offlineWorld.ts';
import { Player } from './support/player.ts';
import { schedules } from './support/schedules.ts';

/** Total number of schedules: few on every change, 200 in a soak, others on request. */
const wanted = Number(process.env.SCHEDULES ?? (isSoak ? 200 : 3));
/** Seed of the first player; others use the following numbers. The same in every run unless set. */
const seed = process.env.SCHEDULES_SEED ?? process.env.SPEC_SEED ?? '20261122';
const firstSeed = seed === 'random' ? Date.now() % 2 ** 31 : Number(seed);
/** Concurrent players, each with their own browser profile. */
const playerCount = Number(process.env.SCHEDULES_PLAYERS ?? (isSoak ? 2 : 1));

let world: OfflineWorld;
beforeAll(async () => {
  world = await startOfflineWorld();
});
afterAll(() => world?.remove());

const timeout = 120_000 + wanted * 6_000;

/** Plays schedules one after the other in one browser profile. */
async function playAll(player: Player, seed: number, numRuns: number): Promise<void> {
  const holds = fc.asyncProperty(schedules, (schedule) => player.play(schedule));
  // No shrinking: after a failure the next schedule would start from its remains.
  const asked = { seed, numRuns, plugins: [within(timeout)] };
  await fc.assert(holds, { ...asked, endOnFailure: true, includeErrorInReport: true });
}

it(
  'loses and doubles no message, whatever networks, tabs and browsers do',
  async () => {
    const seeds = Array.from({ length: playerCount }, (_, n) => firstSeed + n);
    console.info(
      `Seeds ${seeds.join(', ')}; again with SCHEDULES_SEED=${firstSeed} SCHEDULES=${wanted} SCHEDULES_PLAYERS=${playerCount}`,
    );
    const players: Player[] = [];
    // One by one, because opening the app for the first time is the most expensive step.
    for (const seed of seeds) players.push(await Player.join(world, `Player ${seed - firstSeed}`));
    const each = Math.ceil(wanted / playerCount);
    const ends = await Promise.allSettled(players.map((player, n) => playAll(player, firstSeed + n, each)));
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(failures).toEqual([]);
    const said = players.reduce((sum, player) => sum + player.said, 0);
    console.info(`${each * playerCount} schedules, ${said} messages`);
    await Promise.all(players.map((player) => player.leave()));
  },
  timeout,
);
