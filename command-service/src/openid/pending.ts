import { limits, oneLine, ProblemError, startOf, texts } from '@pmcw/contracts';
import type { Vault } from '@pmcw/vault';
import * as v from 'valibot';
import type { ProvidedAccount } from './provider.ts';

const purpose = 'openid-sign-up';

const pendingSchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  fullName: v.string(),
  email: v.string(),
});

export type Pending = v.InferOutput<typeof pendingSchema>;

/** For half an hour. @returns a ticket, required to read it */
export async function keepPending(
  { challenges }: Vault,
  { issuer, subject, profile }: ProvidedAccount,
): Promise<string> {
  const { fullName, email } = await profile();
  const pending: Pending = {
    ...{ issuer, subject, fullName: startOf(oneLine(fullName), limits.fullNameMax) },
    email: email.length > limits.emailMax ? '' : email,
  };
  return (await challenges.issue(purpose, 0, pending)).nonce;
}

/** @throws ProblemError `openid_expired` */
export async function findPending({ challenges }: Vault, ticket: string | undefined): Promise<Pending> {
  const challenge = ticket === undefined ? null : await challenges.find(purpose, ticket);
  const found = v.safeParse(pendingSchema, challenge?.bound);
  if (!found.success) throw new ProblemError('openid_expired', texts.refusals.openidExpired);
  return found.output;
}

export async function spendPending({ challenges }: Vault, ticket: string): Promise<void> {
  await challenges.spend(purpose, ticket);
}
