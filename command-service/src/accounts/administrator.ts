import { randomUUID } from 'node:crypto';
import { ProblemError, passwordMethodId, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { signsInBy } from '../deciders/userState.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { type Cause, causeOf } from '../handling/stamp.ts';
import { confirmClaims, takeClaims, usernameClaim } from '../members/claims.ts';
import type { MemberHandling, Services } from '../services.ts';

/** Member 1 is the first administrator. */
const administrator = {
  userId: 1,
  username: 'admin',
  fullName: 'Administrator',
  email: '',
  telegramHandle: '',
  userType: 'General User',
} as const;

const byOperator = (): Cause =>
  causeOf({ actorId: null, correlationId: randomUUID(), authority: { kind: 'operator' } });

export async function administratorExists({ members }: Pick<Services, 'members'>): Promise<boolean> {
  const { state } = await members.load(administrator.userId);
  return state.status !== 'absent';
}

async function registerOnce(services: Handling & Pick<Services, 'members'>): Promise<void> {
  if (await administratorExists(services)) return;
  const stream = streams.user(administrator.userId);
  const command = { type: 'RegisterAdministrator', ...administrator } as const;
  try {
    await handle(services, services.members.states, stream, command, byOperator());
  } catch (error) {
    // Another process was first.
    if (!(error instanceof ProblemError && error.code === 'conflict')) throw error;
  }
}

/**
 * Idempotent, so that the next start completes one that crashed. Exactly one run returns `created`.
 * @param firstPassword called only if the administrator has none yet
 */
export async function ensureAdministrator(
  services: MemberHandling,
  firstPassword: () => Promise<string>,
): Promise<'created' | 'present'> {
  const { userId, username } = administrator;
  const claims = [usernameClaim(username)];
  await takeClaims(services, userId, claims);
  await registerOnce(services);
  const { state } = await services.members.load(userId);
  // A removed password must not come back at the next start.
  const { passwords } = services.vault;
  const lacksOne = signsInBy(state, passwordMethodId) && !(await passwords.has(userId));
  const isFirst = lacksOne && (await passwords.setFirst(userId, await firstPassword()));
  await confirmClaims(services, userId, claims);
  return isFirst ? 'created' : 'present';
}

/**
 * @returns `present` if the member already was one
 * @throws ProblemError `not_found` for an unknown username
 */
export async function grantAdministrator(
  services: MemberHandling,
  username: string,
): Promise<'granted' | 'present'> {
  const { vault, members } = services;
  const userId = await vault.claims.holder(usernameClaim(username));
  const member = userId === null ? null : await members.find(userId);
  if (member === null) throw new ProblemError('not_found', texts.refusals.memberNotFound);
  if (member.isAdmin) return 'present';
  const cause = byOperator();
  await handle(services, members.states, streams.user(member.id), { type: 'GrantAdmin' }, cause);
  return 'granted';
}
