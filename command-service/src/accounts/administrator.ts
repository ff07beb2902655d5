import { randomUUID } from 'node:crypto';
import { ProblemError } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Services } from '../services.ts';
import { confirmClaims, takeClaims, usernameClaim } from './claiming.ts';

/** Design "Command side": member 1 is the first administrator. */
const administrator = {
  userId: 1,
  username: 'admin',
  fullName: 'Administrator',
  email: '',
  telegramHandle: '',
  userType: 'General User',
} as const;

/** Whether there is a first administrator. */
export async function administratorExists({ members }: Services): Promise<boolean> {
  const { state } = await members.states.load(streams.user(administrator.userId));
  return state.status !== 'absent';
}

async function registerOnce(services: Services): Promise<void> {
  if (await administratorExists(services)) return;
  const stream = streams.user(administrator.userId);
  const command = { type: 'RegisterAdministrator', ...administrator } as const;
  try {
    await handle(services, services.members.states, stream, command, causeOf(null, randomUUID()));
  } catch (error) {
    // Another process, starting at the same moment, was first.
    if (!(error instanceof ProblemError && error.code === 'conflict')) throw error;
  }
}

/**
 * Sees to it that there is a first administrator. Every step can be taken again, so a crash half-way is mended by
 * the next start; the password is set by exactly one, and that one is told `created`.
 */
export async function ensureAdministrator(
  services: Services,
  password: string,
): Promise<'created' | 'present'> {
  const { userId, username } = administrator;
  const claims = [usernameClaim(username)];
  await takeClaims(services, userId, claims);
  await registerOnce(services);
  const isFirst = await services.vault.passwords.setFirst(userId, password);
  await confirmClaims(services, userId, claims);
  return isFirst ? 'created' : 'present';
}
