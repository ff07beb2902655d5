import { isReservedUsername, ProblemError, type RegisterBody, texts } from '@pmcw/contracts';
import { type Member, streams } from '@pmcw/contracts/events';
import type { Claim } from '@pmcw/vault';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Services } from '../services.ts';
import { requireOpenRegistration } from '../settings/registration.ts';
import { emailClaim, takeClaims, taken, usernameClaim } from './claiming.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { requireMember } from './userState.ts';

/** Ids that one registration skips at most, when the sequence is older than the log. */
const mostSkipped = 1000;

/** A member and how far the log was after the command. */
export interface MemberAt {
  readonly member: Member;
  readonly position: bigint;
}

/**
 * The next id that nobody has in the log. A vault restored from an older backup counts from further back; looking
 * first keeps a newcomer from setting the password of somebody who is already there.
 */
async function freshUserId({ vault, members }: Services): Promise<number> {
  for (let skipped = 0; skipped < mostSkipped; skipped += 1) {
    const userId = await vault.userIds.next();
    const { state } = await members.states.load(streams.user(userId));
    if (state.status === 'absent') return userId;
  }
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}

function refuseReserved(username: string): void {
  if (!isReservedUsername(username)) return;
  const { usernameReserved: message } = texts.refusals;
  throw new ProblemError('username_reserved', message, { errors: [{ path: 'username', message }] });
}

/** Whether it is the password that goes with an id from now on: nobody's was, or it is the same. */
async function isPasswordOf({ vault }: Services, userId: number, password: string): Promise<boolean> {
  return (
    (await vault.passwords.setFirst(userId, password)) || (await vault.passwords.verify(userId, password))
  );
}

/**
 * The id of the same registration, where that was cut off before its event: all its names are claimed for one whom the log
 * does not know, with the same password. Should it still be under way, the stream lets one of the two append.
 */
async function cutOffBefore(
  services: Services,
  claims: readonly Claim[],
  password: string,
): Promise<number | null> {
  const { vault, members } = services;
  const holders = new Set(await Promise.all(claims.map((claim) => vault.claims.holder(claim))));
  const [userId = null] = holders;
  if (userId === null || holders.size > 1) return null;
  const { state } = await members.states.load(streams.user(userId));
  if (state.status !== 'absent') return null;
  return (await isPasswordOf(services, userId, password)) ? userId : null;
}

/** A new id, with its names and its password. */
async function beginAnew(services: Services, claims: readonly Claim[], password: string): Promise<number> {
  const userId = await freshUserId(services);
  await takeClaims(services, userId, claims);
  if (await isPasswordOf(services, userId, password)) return userId;
  throw new ProblemError('conflict', texts.refusals.conflict);
}

/**
 * Registers a newcomer: names claimed, password set, then the event, then the names confirmed. Whatever stops it half-way
 * leaves no account, and claims with which the same registration goes on when it is repeated (same username, email address and
 * password); for everybody else they are free again after a minute at the latest.
 * @throws ProblemError `registration_closed`, `invalid_input` for a common password, `username_reserved`, `username_taken`, `email_taken`
 */
export async function register(
  services: Services,
  body: RegisterBody,
  correlationId: string,
): Promise<MemberAt> {
  await requireOpenRegistration(services);
  refuseReserved(body.username);
  const { password, confirmPassword: _confirmed, terms: _agreed, ...registration } = body;
  refuseCommonPassword(password, 'password');
  const name = usernameClaim(body.username);
  const claims = [name, emailClaim(body.email)];
  const userId =
    (await cutOffBefore(services, claims, password)) ?? (await beginAnew(services, claims, password));
  const { state, position } = await handle(
    services,
    services.members.states,
    streams.user(userId),
    { type: 'RegisterUser', userId, ...registration },
    causeOf(userId, correlationId),
    {
      permit: ({ status }) => {
        if (status !== 'absent') throw taken(name);
      },
      // Again, for waiting for the password may have taken longer than a pending claim lasts.
      beforeAppend: () => takeClaims(services, userId, claims),
    },
  );
  await services.vault.claims.confirm(userId, claims);
  return { member: requireMember(state), position };
}
