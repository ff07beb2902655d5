import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Services } from '../services.ts';

/** How often a turn is asked for, and the pauses in between, half of each chance: some seconds in all. */
const tries = 40;
const pauseMs = () => 100 * (0.5 + Math.random() / 2);

/**
 * Changes how a member signs in while no other device and no other process does. Such a change is one of the log and one of the
 * vault, one after the other: two of them that mix could leave a password that nobody has, or one that was removed.
 * @throws ProblemError `conflict` while another change goes on and on
 */
export async function inCredentialTurn<T>(
  { vault: { credentialTurns } }: Pick<Services, 'vault'>,
  userId: number,
  change: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const holder = await credentialTurns.take(userId);
    if (holder !== null) return await change().finally(() => credentialTurns.end(userId, holder));
    if (tried === tries) throw new ProblemError('conflict', texts.refusals.conflict);
    await sleep(pauseMs());
  }
}
