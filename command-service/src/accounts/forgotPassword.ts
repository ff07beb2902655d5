import { randomUUID } from 'node:crypto';
import { type ForgotPasswordBody, foldCase, type MailLanguage, ProblemError, texts } from '@pmcw/contracts';
import { accountOf } from '@pmcw/vault';
import { claimOfName } from '../members/claims.ts';
import type { Services } from '../services.ts';

/**
 * Queues a mail with a link, 3 an hour per member. Unknown names get the same answer after the same work
 * (`docs/decisions/mail.md`). Appends no event, because strangers must not write to a member's stream.
 * @throws ProblemError `not_found` if the site sends no mail
 */
export async function askForResetMail(
  { vault, mailing }: Pick<Services, 'mailing' | 'vault'>,
  { username, language }: ForgotPasswordBody,
  accepted: MailLanguage | null,
): Promise<void> {
  if (mailing === null) throw new ProblemError('not_found', texts.refusals.noMail);
  const name = foldCase(username);
  const userId = await vault.claims.holder(claimOfName(name));
  const isWithinLimit =
    (await vault.resetMails.take(userId === null ? `nobody ${name}` : accountOf(userId))) !== null;
  await mailing.send({
    id: randomUUID(),
    userId: isWithinLimit && userId !== null ? userId : 0,
    kind: 'password_forgotten',
    facts: {},
    language: language ?? accepted,
  });
}
