import { hash } from 'node:crypto';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Session, Vault } from '@pmcw/vault';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { boundTo, isBoundTo } from '../signInMethods/askedBrowser.ts';
import { aims, type OpenidProvider, type RoundSecrets } from './provider.ts';

const purpose = 'openid';
const hashed = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');

const roundSchema = v.object({
  aim: v.picklist(aims),
  /** Empty for a sign-in. */
  sessionId: v.string(),
});
export type Round = v.InferOutput<typeof roundSchema>;

/** Derives the secrets, so that none are stored. */
const secretsOf = (browser: string, state: string): RoundSecrets => ({
  state,
  nonce: hashed('nonce', browser, state),
  verifier: hashed('verifier', browser, state),
});

/** @throws ProblemError `not_found` without a provider */
export function requireProvider(openid: OpenidProvider | null): OpenidProvider {
  if (openid === null) throw new ProblemError('not_found', texts.refusals.noOpenid);
  return openid;
}

/**
 * Binds the round to the browser and, unless it is a sign-in, to the session. @returns the provider's page
 * @throws ProblemError `not_found` without a provider, `unavailable`
 */
export async function beginRound(
  services: Pick<Services, 'openid' | 'vault'>,
  browser: string,
  aim: Round['aim'],
  session: Session | null = null,
): Promise<string> {
  const provider = requireProvider(services.openid);
  const round: Round = { aim, sessionId: session?.id ?? '' };
  const bound = { ...boundTo(browser), ...round };
  const { nonce: state } = await services.vault.challenges.issue(purpose, session?.userId ?? 0, bound);
  return provider.location(secretsOf(browser, state), aim);
}

/** @returns null for a round of another browser, or one that ended or expired */
export async function endRound(
  { challenges }: Vault,
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
