import { ProblemError, passwordMethodId, type RegisterBody, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Claim } from '@pmcw/vault';
import type { FirstWallet, RegisterUser } from '../deciders/account.ts';
import { refuseReserved, refuseStaffName } from '../deciders/names/refusals.ts';
import { requireActing, requireMember, signsInBy } from '../deciders/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { claimTaken, emailClaim, takeClaims, usernameClaim, walletClaim } from '../members/claims.ts';
import type { MemberAt } from '../members/members.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';
import { requireOpenRegistration } from '../settings/registration.ts';
import { yieldTo } from '../walletProofs/yielding.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { tryOwnPassword } from './passwordTries.ts';

export type Registering = MemberHandling & Pick<Services, 'settings'>;

export type Newcomer = Omit<RegisterUser, 'type' | 'userId' | 'signInMethod' | 'wallet'>;

const mostSkipped = 1000;

/** A restored vault repeats ids, and a newcomer must never set an existing member's password. */
async function freshUserId({ vault, members }: MemberStores): Promise<number> {
  for (let skipped = 0; skipped < mostSkipped; skipped += 1) {
    const userId = await vault.userIds.next();
    const { state } = await members.load(userId);
    if (state.status === 'absent') return userId;
  }
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}

export interface FirstWay {
  /** Absent for a password. */
  readonly method?: NonNullable<RegisterUser['signInMethod']>;
  /** Its address is claimed together with the names. */
  readonly wallet?: FirstWallet;
  /** Whether the vault has this way for this id: it stored it now, or has the same. */
  readonly keptFor: (userId: number) => Promise<boolean>;
  /** Runs right before the append; throws to refuse the registration. */
  readonly beforeAppend?: (userId: number) => Promise<void>;
}

const passwordWay = ({ passwords }: Services['vault'], password: string): FirstWay => ({
  keptFor: async (userId) =>
    (await passwords.setFirst(userId, password)) || (await passwords.verify(userId, password)),
});

/**
 * Finds the same registration that stopped before its event: an unknown id has all claims and the same way. If it is
 * still running, the stream lets one append.
 */
async function cutOffBefore(
  { vault, members }: MemberStores,
  claims: readonly Claim[],
  way: FirstWay,
): Promise<number | null> {
  const holders = new Set(await Promise.all(claims.map((claim) => vault.claims.holder(claim))));
  const [userId = null] = holders;
  if (userId === null || holders.size > 1) return null;
  const { state } = await members.load(userId);
  if (state.status !== 'absent') return null;
  return (await way.keptFor(userId)) ? userId : null;
}

/** Once the names are claimed, a member who lists the wallet without a proof loses it. */
async function beginAnew(
  services: MemberHandling,
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
 * Claims names, stores the way to sign in, appends the event, confirms the claims. A failure leaves only claims, which
 * a retry with the same username, email address and way continues, and which expire after a minute.
 * @throws ProblemError `registration_closed`, `username_reserved`, `invalid_input` for a name of staff, and as
 * `takeClaims`
 */
export async function registerBy(
  services: Registering,
  way: FirstWay,
  newcomer: Newcomer,
  correlationId: string,
): Promise<MemberAt> {
  await requireOpenRegistration(services.settings);
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
        if (status !== 'absent') throw claimTaken(name);
      },
      // Hashing the password may outlast a pending claim.
      beforeAppend: async () => {
        await takeClaims(services, userId, claims);
        await way.beforeAppend?.(userId);
      },
    },
  );
  await services.vault.claims.confirm(userId, claims);
  return { member: requireMember(state), position };
}

const answerLostMs = 10 * 60 * 1000;

/**
 * Finds the member of a request whose answer was lost. The password counts as a try, or this would be a way to guess.
 */
async function justRegistered(
  { vault, members, clock }: MemberStores & Pick<Services, 'clock'>,
  { username, fullName, email, userType, telegramHandle }: Newcomer,
  password: string,
): Promise<MemberAt | null> {
  const userId = await vault.claims.holder(usernameClaim(username));
  if (userId === null) return null;
  const { state, position } = await members.load(userId);
  if (state.status !== 'registered') return null;
  const isSame =
    state.username === username &&
    state.fullName === fullName &&
    state.email === email &&
    state.userType === userType &&
    state.telegramHandle === telegramHandle;
  const ageMs = clock().getTime() - Date.parse(state.createdAt);
  if (!isSame || ageMs > answerLostMs || !signsInBy(state, passwordMethodId)) return null;
  return (await tryOwnPassword(vault, userId, password)) && { member: requireActing(state), position };
}

/** Names are looked up one after the other, so that a repeat may find the first request's address but not its name. */
const isTaken = (error: unknown): boolean =>
  error instanceof ProblemError && (error.code === 'username_taken' || error.code === 'email_taken');

/** A retry within 10 minutes gets the same answer. @throws ProblemError as `registerBy` */
export async function register(
  services: Registering,
  { password, confirmPassword: _confirmed, terms: _agreed, ...newcomer }: RegisterBody,
  correlationId: string,
): Promise<MemberAt> {
  refuseCommonPassword(password, 'password');
  try {
    return await registerBy(services, passwordWay(services.vault, password), newcomer, correlationId);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const registered = await justRegistered(services, newcomer, password);
    if (registered === null) throw error;
    return registered;
  }
}
