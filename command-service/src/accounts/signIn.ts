import {
  foldCase,
  type LoginBody,
  type MailLanguage,
  ProblemError,
  passwordMethodId,
  texts,
} from '@pmcw/contracts';
import type { UserState } from '@pmcw/contracts/events';
import type { Device, PasswordProof, StartedSession } from '@pmcw/vault';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import { claimOfName } from '../members/claims.ts';
import type { MemberAt } from '../members/members.ts';
import type { MemberStores } from '../services.ts';
import { forgetTries, tryNamedPassword } from './passwordTries.ts';

export interface Proved extends MemberAt {
  readonly proof: PasswordProof;
}

const wrongCredentials = () => new ProblemError('wrong_credentials', texts.refusals.wrongCredentials);

/**
 * An unknown name gets the same answer after the same work as a wrong password.
 * @throws ProblemError `wrong_credentials`, also while locked under the other name; `too_many_requests`; `suspended`,
 * only for the right password
 */
export async function signIn(stores: MemberStores, { username, password }: LoginBody): Promise<Proved> {
  const { vault, members } = stores;
  const name = foldCase(username);
  const userId = await vault.claims.holder(claimOfName(name));
  const proof = await tryNamedPassword(vault, name, userId, password);
  if (proof === null) throw wrongCredentials();
  const { state, position } = await members.load(proof.userId);
  if (!signsInBy(state, passwordMethodId)) throw wrongCredentials();
  await forgetTries(vault, proof.userId, name);
  return { member: requireActing(state), position, proof };
}

export interface SignInBrowser {
  readonly device: Device;
  /** Of mails to the member; null if unknown. */
  readonly language: MailLanguage | null;
}

export interface SignInWay {
  readonly methodId: string;
  readonly proof?: PasswordProof;
  /** For a member who no longer signs in this way. */
  readonly refused: () => ProblemError;
}

/** With the way to sign in that was just verified. */
export interface MemberByWay extends MemberAt {
  readonly way: SignInWay;
}

export const byPassword = (proof?: PasswordProof): SignInWay => ({
  methodId: passwordMethodId,
  ...(proof === undefined ? {} : { proof }),
  refused: wrongCredentials,
});

function refusalToSignIn(state: UserState, { methodId, refused }: SignInWay) {
  if (state.status !== 'registered') return { reason: 'deleted', error: refused() } as const;
  if (state.isSuspended) {
    return { reason: 'suspended', error: new ProblemError('suspended', texts.refusals.suspended) } as const;
  }
  return signsInBy(state, methodId) ? null : ({ reason: 'ended_elsewhere', error: refused() } as const);
}

/**
 * Reads the log again at the end, to find an earlier suspension, deletion or removal of the way; later ones end all
 * sessions.
 * @throws ProblemError `suspended`, or the way's refusal
 */
export async function startSession(
  { vault, members }: MemberStores,
  userId: number,
  { device, language }: SignInBrowser,
  way: SignInWay,
): Promise<StartedSession> {
  const { proof } = way;
  const started = await (proof === undefined
    ? vault.sessions.start(userId, device, language)
    : vault.sessions.startProved(proof, device, language));
  if (started === null) throw way.refused();
  const { state } = await members.load(userId);
  const refusal = refusalToSignIn(state, way);
  if (refusal === null) return started;
  await vault.sessions.end(started.session.id, refusal.reason);
  throw refusal.error;
}
