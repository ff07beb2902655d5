import { hash } from 'node:crypto';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Session } from '@pmcw/vault';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { boundTo, isBoundTo } from '../signInMethods/askedBrowser.ts';
import { aims, type OpenidProvider, type RoundSecrets } from './provider.ts';

const purpose = 'openid';
const hashed = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');

/** What somebody goes to the provider and comes back for. */
const roundSchema = v.object({
  aim: v.picklist(aims),
  /** The session that began it; empty for a sign-in. */
  sessionId: v.string(),
});
export type Round = v.InferOutput<typeof roundSchema>;

/** They follow from what the browser alone has, so that nothing of them is stored here. */
const secretsOf = (browser: string, state: string): RoundSecrets => ({
  state,
  nonce: hashed('nonce', browser, state),
  verifier: hashed('verifier', browser, state),
});

/** The provider of this site. @throws ProblemError `not_found` where there is none */
export function requireProvider({ openid }: Services): OpenidProvider {
  if (openid === null) throw new ProblemError('not_found', texts.refusals.noOpenid);
  return openid;
}

/**
 * Begins a round: to the provider and back, in this browser, and for all but a sign-in in this session.
 * @returns where the browser goes to
 * @throws ProblemError `not_found` where there is no provider, `unavailable` when it is away
 */
export async function beginRound(
  services: Services,
  browser: string,
  aim: Round['aim'],
  session: Session | null = null,
): Promise<string> {
  const provider = requireProvider(services);
  const round: Round = { aim, sessionId: session?.id ?? '' };
  const bound = { ...boundTo(browser), ...round };
  const { nonce: state } = await services.vault.challenges.issue(purpose, session?.userId ?? 0, bound);
  return provider.location(secretsOf(browser, state), aim);
}

/**
 * Ends a round that this browser began, of which each is ended once.
 * @returns null for one that was not begun here, was ended before, or began too long ago
 */
export async function endRound(
  { vault: { challenges } }: Services,
  browser: string | undefined,
  state: string | null,
): Promise<{ readonly round: Round; readonly secrets: RoundSecrets } | null> {
  if (browser === undefined || state === null) return null;
  const challenge = await challenges.find(purpose, state);
  if (challenge === null || !isBoundTo(challenge, browser)) return null;
  const found = v.safeParse(roundSchema, challenge.bound);
  if (!found.success) return null;
  if (!(await challenges.spend(purpose, state))) return null;
  return { round: found.output, secrets: secretsOf(browser, state) };
}
