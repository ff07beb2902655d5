import { type OpenidOutcome, ProblemError, texts } from '@pmcw/contracts';
import { refusalOf } from '@pmcw/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInWay } from '../accounts/signIn.ts';
import { signInBrowser } from '../accounts/signInBrowser.ts';
import { contextOf } from '../members/handleMember.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';
import { addOpenidLink, memberOf } from './links.ts';
import { keepPending } from './pending.ts';
import { OpenidRefusal, type ProvidedAccount } from './provider.ts';
import { endRound, type Round, requireProvider } from './rounds.ts';

export interface Arrival {
  readonly screen: '/auth' | '/dashboard/profile';
  readonly outcome: OpenidOutcome;
  /** For registration. */
  readonly ticket?: string;
}

export const byOpenid = (methodId: string): SignInWay => ({
  methodId,
  refused: () => new ProblemError('conflict', texts.refusals.conflict),
});

async function signInOrPend(
  services: MemberStores,
  request: FastifyRequest,
  reply: FastifyReply,
  account: ProvidedAccount,
): Promise<Arrival> {
  const found = await memberOf(services, account);
  if (found === null) {
    return { screen: '/auth', outcome: 'sign-up', ticket: await keepPending(services.vault, account) };
  }
  const { methodId, ...member } = found;
  await signInBrowser(services, request, reply, member, byOpenid(methodId));
  await services.vault.openidLinks.use(methodId);
  return { screen: '/dashboard/profile', outcome: 'signed-in' };
}

/** Works only in the session that started the round. */
async function change(
  services: MemberHandling,
  request: FastifyRequest,
  account: ProvidedAccount,
  { aim, sessionId }: Round,
): Promise<OpenidOutcome> {
  const { session } = request;
  if (session?.id !== sessionId) return 'other-session';
  if (aim === 'add') {
    await addOpenidLink(services, account, contextOf(request));
    return 'added';
  }
  const found = await memberOf(services, account);
  if (found?.member.id !== session.userId) return 'other-account';
  await services.vault.openidLinks.use(found.methodId);
  return (await services.vault.sessions.prove(session.id)) ? 'proved' : 'other-session';
}

function outcomeOf(error: unknown): OpenidOutcome {
  if (error instanceof OpenidRefusal) return error.outcome;
  switch (refusalOf(error)?.code) {
    case 'fresh_proof_required':
      return 'expired';
    case 'unavailable':
      return 'unavailable';
    case 'suspended':
      return 'suspended';
    case 'openid_taken':
      return 'taken';
    case 'openid_present':
      return 'present';
    case 'not_signed_in':
      return 'other-session';
    default:
      return 'failed';
  }
}

/**
 * Ends the round before asking the provider, so that a failure requires a new one.
 * @param browser its name when it left
 * @throws ProblemError `not_found` without a provider; all other refusals are outcomes
 */
export async function arrive(
  services: MemberHandling & Pick<Services, 'openid'>,
  request: FastifyRequest,
  reply: FastifyReply,
  browser: string | undefined,
): Promise<Arrival> {
  const provider = requireProvider(services.openid);
  const query = new URL(request.url, 'http://localhost').search;
  const ended = await endRound(services.vault, browser, new URLSearchParams(query).get('state'));
  if (ended === null) {
    return { screen: request.session === null ? '/auth' : '/dashboard/profile', outcome: 'expired' };
  }
  const { round, secrets } = ended;
  const screen = round.aim === 'sign-in' ? '/auth' : '/dashboard/profile';
  try {
    const account = await provider.accountOf(query, secrets, round.aim);
    if (round.aim === 'sign-in') return await signInOrPend(services, request, reply, account);
    return { screen, outcome: await change(services, request, account, round) };
  } catch (error) {
    // A navigation must end on a screen, so every error becomes an outcome.
    if (!(error instanceof OpenidRefusal) && refusalOf(error) === null) request.log.error({ err: error });
    return { screen, outcome: outcomeOf(error) };
  }
}
