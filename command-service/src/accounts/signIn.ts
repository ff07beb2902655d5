import {
  foldCase,
  type LoginBody,
  type MailLanguage,
  ProblemError,
  passwordMethodId,
  texts,
} from '@pmcw/contracts';
import { streams, type UserState } from '@pmcw/contracts/events';
import type { Device, PasswordProof, StartedSession } from '@pmcw/vault';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import { claimOfName } from '../members/claims.ts';
import type { Services } from '../services.ts';
import { forgetTries, tryNamedPassword } from './passwordTries.ts';
import type { MemberAt } from './register.ts';

/** Who proved a password of theirs. */
export interface Proved extends MemberAt {
  readonly proof: PasswordProof;
}

const wrongCredentials = () => new ProblemError('wrong_credentials', texts.refusals.wrongCredentials);

/**
 * Finds the member by username, or by email address when there is an @ in it, and checks the password. A wrong
 * name takes the same way as a wrong password, so that neither words nor time tell them apart.
 * @throws ProblemError `wrong_credentials`, also while the account has had too many wrong ones by its other name;
 * `too_many_requests` after 10 wrong ones in 15 minutes under this one; `suspended`, but only to who knows the password
 */
export async function signIn(services: Services, { username, password }: LoginBody): Promise<Proved> {
  const { vault, members } = services;
  const name = foldCase(username);
  const userId = await vault.claims.holder(claimOfName(name));
  const proof = await tryNamedPassword(services, name, userId, password);
  if (proof === null) throw wrongCredentials();
  const { state, position } = await members.states.load(streams.user(proof.userId));
  if (!signsInBy(state, passwordMethodId)) throw wrongCredentials();
  await forgetTries(services, proof.userId, name);
  return { member: requireActing(state), position, proof };
}

/** What somebody signs in with. */
export interface SignInBrowser {
  readonly device: Device;
  /** That mails to them are in; null where it is not known. */
  readonly language: MailLanguage | null;
}

/** By which of their ways somebody signs in. */
export interface SignInWay {
  readonly methodId: string;
  /** Which password it was; a newcomer's needs none. */
  readonly proof?: PasswordProof;
  /** What is said when it does not sign them in any more. */
  readonly refused: () => ProblemError;
}

/** By a password. */
export const byPassword = (proof?: PasswordProof): SignInWay => ({
  methodId: passwordMethodId,
  ...(proof === undefined ? {} : { proof }),
  refused: wrongCredentials,
});

/** Why a session that was just begun may not be; null when it may. */
function refusalOf(state: UserState, { methodId, refused }: SignInWay) {
  if (state.status !== 'registered') return { reason: 'deleted', error: refused() } as const;
  if (state.isSuspended) {
    return { reason: 'suspended', error: new ProblemError('suspended', texts.refusals.suspended) } as const;
  }
  return signsInBy(state, methodId) ? null : ({ reason: 'ended_elsewhere', error: refused() } as const);
}

/**
 * Starts a session for a newcomer, or for who proved a way to sign in that still is theirs. The log is asked again once
 * there is one: whoever suspended or deleted the member or removed that way before that is found there, and whoever
 * suspends or deletes them later ends this session with all others.
 * @throws ProblemError `suspended`; what the way refuses with for a member just deleted, whose password was just changed, or who
 * does not sign in by it any more; and then no session is left
 */
export async function startSession(
  { vault, members }: Services,
  userId: number,
  { device, language }: SignInBrowser,
  way: SignInWay,
): Promise<StartedSession> {
  const { proof } = way;
  const started = await (proof === undefined
    ? vault.sessions.start(userId, device, language)
    : vault.sessions.startProved(proof, device, language));
  if (started === null) throw way.refused();
  const { state } = await members.states.load(streams.user(userId));
  const refusal = refusalOf(state, way);
  if (refusal === null) return started;
  await vault.sessions.end(started.session.id, refusal.reason);
  throw refusal.error;
}
