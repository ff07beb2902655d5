import { randomUUID } from 'node:crypto';
import { type ForgotPasswordBody, foldCase, type MailLanguage, ProblemError, texts } from '@pmcw/contracts';
import { accountOf } from '@pmcw/vault';
import { claimOfName } from '../members/claims.ts';
import type { Services } from '../services.ts';

/**
 * Queues a mail with a link to choose another password, 3 an hour to one member. Whoever has the name, or nobody, the answer
 * is the same and so is what is done for it: as many questions to the vault, and a mail in the queue, which those who send drop
 * when it is nobody's (`docs/decisions/mail.md`). No event: strangers write in nobody's record; using the link is one.
 * @param accepted the language that the browser likes best
 * @throws ProblemError `not_found` where no mail is sent
 */
export async function askForResetMail(
  { vault, mailing }: Services,
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
