import { ProblemError, texts } from '@pmcw/contracts';
import { pause, spread } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';

/** Some seconds in all. */
const tries = 40;
const pauseMs = 100;

/**
 * Interleaved changes of log and vault could leave a password that no one knows, or one that was removed.
 * @throws ProblemError `conflict` if another change takes too long
 */
export async function inCredentialTurn<T>(
  { credentialTurns }: Vault,
  userId: number,
  change: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const holder = await credentialTurns.take(userId);
    if (holder !== null) return await change().finally(() => credentialTurns.end(userId, holder));
    if (tried === tries) throw new ProblemError('conflict', texts.refusals.conflict);
    await pause(spread(pauseMs));
  }
}
