import { ProblemError, passwordMethodId, type RegisterBody, texts } from '@pmcw/contracts';
import { type Member, streams } from '@pmcw/contracts/events';
import type { Claim } from '@pmcw/vault';
import type { FirstWallet, RegisterUser } from '../deciders/account.ts';
import { refuseReserved, refuseStaffName } from '../deciders/names/refusals.ts';
import { requireActing, requireMember, signsInBy } from '../deciders/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { emailClaim, takeClaims, taken, usernameClaim, walletClaim } from '../members/claims.ts';
import type { Services } from '../services.ts';
import { requireOpenRegistration } from '../settings/registration.ts';
import { yieldTo } from '../walletProofs/yielding.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { tryOwnPassword } from './passwordTries.ts';

/** Who registers: what they say of themselves. */
export type Newcomer = Omit<RegisterUser, 'type' | 'userId' | 'signInMethod' | 'wallet'>;

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

/** The first way in which a newcomer will sign in. */
export interface FirstWay {
  /** What the log says of it; absent for a password. */
  readonly method?: NonNullable<RegisterUser['signInMethod']>;
  /** What they list from the start; its address is claimed together with their names. */
  readonly wallet?: FirstWallet;
  /** Whether it is the one that goes with an id from now on: there was none and now is, or it is the same. */
  readonly keptFor: (userId: number) => Promise<boolean>;
  /** What makes sure of it once more right before the event; what it throws refuses the registration. */
  readonly beforeAppend?: (userId: number) => Promise<void>;
}

const passwordWay = ({ passwords }: Services['vault'], password: string): FirstWay => ({
  keptFor: async (userId) =>
    (await passwords.setFirst(userId, password)) || (await passwords.verify(userId, password)),
});

/**
 * The id of the same registration, where that was cut off before its event: all its names are claimed for one whom the log
 * does not know, who signs in the same way. Should it still be under way, the stream lets one of the two append.
 */
async function cutOffBefore(
  services: Services,
  claims: readonly Claim[],
  way: FirstWay,
): Promise<number | null> {
  const { vault, members } = services;
  const holders = new Set(await Promise.all(claims.map((claim) => vault.claims.holder(claim))));
  const [userId = null] = holders;
  if (userId === null || holders.size > 1) return null;
  const { state } = await members.states.load(streams.user(userId));
  if (state.status !== 'absent') return null;
  return (await way.keptFor(userId)) ? userId : null;
}

/** A new id, with its names and its way to sign in. Who lists the wallet without a proof gives it up, once the names are free. */
async function beginAnew(
  services: Services,
  names: readonly Claim[],
  way: FirstWay,
  correlationId: string,
): Promise<number> {
  const userId = await freshUserId(services);
  await takeClaims(services, userId, names);
  if (way.wallet !== undefined) {
    const { address } = way.wallet;
    await yieldTo(services, address, { actorId: userId, correlationId, authority: { kind: 'newcomer' } });
    await takeClaims(services, userId, [walletClaim(address)]);
  }
  if (await way.keptFor(userId)) return userId;
  throw new ProblemError('conflict', texts.refusals.conflict);
}

/**
 * Registers a newcomer: names claimed, their way to sign in kept, then the event, then the names confirmed. Whatever stops it
 * half-way leaves no account, and claims with which the same registration goes on when it is repeated (same username, email address
 * and way); for everybody else they are free again after a minute at the latest.
 * @throws ProblemError `registration_closed`, `username_reserved`, `username_taken`, `email_taken`, `wallet_taken`,
 * `invalid_input` for a full name that claims to be the staff
 */
export async function registerBy(
  services: Services,
  way: FirstWay,
  newcomer: Newcomer,
  correlationId: string,
): Promise<MemberAt> {
  await requireOpenRegistration(services);
  refuseReserved(newcomer.username);
  refuseStaffName(newcomer.fullName);
  const name = usernameClaim(newcomer.username);
  const { method, wallet } = way;
  const names = [name, emailClaim(newcomer.email)];
  const claims = [...names, ...(wallet === undefined ? [] : [walletClaim(wallet.address)])];
  const userId =
    (await cutOffBefore(services, claims, way)) ?? (await beginAnew(services, names, way, correlationId));
  const { state, position } = await handle(
    services,
    services.members.states,
    streams.user(userId),
    {
      type: 'RegisterUser',
      userId,
      ...newcomer,
      ...(method === undefined ? {} : { signInMethod: method }),
      ...(wallet === undefined ? {} : { wallet }),
    },
    causeOf({ actorId: userId, correlationId, authority: { kind: 'newcomer' } }),
    {
      permit: ({ status }) => {
        if (status !== 'absent') throw taken(name);
      },
      // Again, for waiting for the password may have taken longer than a pending claim lasts.
      beforeAppend: async () => {
        await takeClaims(services, userId, claims);
        await way.beforeAppend?.(userId);
      },
    },
  );
  await services.vault.claims.confirm(userId, claims);
  return { member: requireMember(state), position };
}

/** Whoever lost the answer registers again within seconds or minutes. */
const answerLostMs = 10 * 60 * 1000;

/**
 * The member who just registered with all of this, and knows the password: a request whose own answer was lost. The password counts as a
 * try, or this would be a way to guess.
 */
async function justRegistered(
  services: Services,
  { username, fullName, email, userType, telegramHandle }: Newcomer,
  password: string,
): Promise<MemberAt | null> {
  const userId = await services.vault.claims.holder(usernameClaim(username));
  if (userId === null) return null;
  const { state, position } = await services.members.states.load(streams.user(userId));
  if (state.status !== 'registered') return null;
  const isSame =
    state.username === username &&
    state.fullName === fullName &&
    state.email === email &&
    state.userType === userType &&
    state.telegramHandle === telegramHandle;
  const ageMs = services.clock().getTime() - Date.parse(state.createdAt);
  if (!isSame || ageMs > answerLostMs || !signsInBy(state, passwordMethodId)) return null;
  return (await tryOwnPassword(services, userId, password)) && { member: requireActing(state), position };
}

/**
 * Registers a newcomer with a password. The same again is answered as the first was.
 * @throws ProblemError what `registerBy` throws, and `invalid_input` for a common password
 */
export async function register(
  services: Services,
  { password, confirmPassword: _confirmed, terms: _agreed, ...newcomer }: RegisterBody,
  correlationId: string,
): Promise<MemberAt> {
  refuseCommonPassword(password, 'password');
  try {
    return await registerBy(services, passwordWay(services.vault, password), newcomer, correlationId);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'username_taken') throw error;
    const registered = await justRegistered(services, newcomer, password);
    if (registered === null) throw error;
    return registered;
  }
}
