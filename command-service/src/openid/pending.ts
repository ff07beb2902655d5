import { limits, oneLine, ProblemError, texts } from '@pmcw/contracts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import type { ProvidedAccount } from './provider.ts';

const purpose = 'openid-sign-up';

const pendingSchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  fullName: v.string(),
  email: v.string(),
});

/** Who came from the provider and is not a member yet. */
export type Pending = v.InferOutput<typeof pendingSchema>;

/**
 * Keeps who came from the provider for half an hour, for them to register or to link it to an account of theirs.
 * @returns a ticket for their browser, without which what is kept can't be read
 */
export async function keepPending(
  { vault: { challenges } }: Services,
  { issuer, subject, profile }: ProvidedAccount,
): Promise<string> {
  const { fullName, email } = await profile();
  // What the form would not take is not filled in.
  const pending: Pending = {
    ...{ issuer, subject, fullName: oneLine(fullName.slice(0, limits.fullNameMax)) },
    email: email.length > limits.emailMax ? '' : email,
  };
  return (await challenges.issue(purpose, 0, pending)).nonce;
}

/** Who has a ticket. @throws ProblemError `openid_expired` for one that was used, is too old or made up */
export async function findPending(
  { vault: { challenges } }: Services,
  ticket: string | undefined,
): Promise<Pending> {
  const challenge = ticket === undefined ? null : await challenges.find(purpose, ticket);
  const found = v.safeParse(pendingSchema, challenge?.bound);
  if (!found.success) throw new ProblemError('openid_expired', texts.refusals.openidExpired);
  return found.output;
}

/** Uses a ticket up, once what it led to is in the log, or nobody wants it any more. */
export async function spendPending({ vault: { challenges } }: Services, ticket: string): Promise<void> {
  await challenges.spend(purpose, ticket);
}
