import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { limits, ProblemError, texts } from '@pmcw/contracts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import type { ProvidedAccount } from './provider.ts';

const purpose = 'openid-sign-up';
const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const pendingSchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  fullName: v.string(),
  email: v.string(),
});

/** Who came from the provider and is not a member yet. */
export type Pending = v.InferOutput<typeof pendingSchema>;

function seal(pending: Pending, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = Buffer.concat([sealing.update(JSON.stringify(pending)), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the key is another one */
function unseal(sealed: string, key: Buffer): Pending {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
  return v.parse(pendingSchema, JSON.parse(text.toString()));
}

/**
 * Keeps who came from the provider for half an hour, for them to register or to link it to an account of theirs.
 * @returns a ticket for their browser, whose second half is the only key to what is kept
 */
export async function keepPending(
  { vault: { challenges } }: Services,
  { issuer, subject, profile }: ProvidedAccount,
): Promise<string> {
  const { fullName, email } = await profile();
  const key = randomBytes(32);
  // What the form would not take is not filled in.
  const pending: Pending = {
    ...{ issuer, subject, fullName: fullName.slice(0, limits.fullNameMax) },
    email: email.length > limits.emailMax ? '' : email,
  };
  const { nonce } = await challenges.issue(purpose, 0, { sealed: seal(pending, key) });
  return `${nonce}.${key.toString('base64url')}`;
}

const expired = () => new ProblemError('openid_expired', texts.refusals.openidExpired);

/** Who has a ticket. @throws ProblemError `openid_expired` for one that was used, is too old or made up */
export async function findPending(
  { vault: { challenges } }: Services,
  ticket: string | undefined,
): Promise<Pending> {
  const [nonce = '', key = ''] = ticket?.split('.') ?? [];
  const sealed = (await challenges.find(purpose, nonce))?.bound.sealed;
  if (sealed === undefined) throw expired();
  try {
    return unseal(sealed, Buffer.from(key, 'base64url'));
  } catch {
    throw expired();
  }
}

/** Uses a ticket up, once what it led to is in the log. */
export async function spendPending({ vault: { challenges } }: Services, ticket: string): Promise<void> {
  await challenges.spend(purpose, ticket.split('.')[0] ?? '');
}
