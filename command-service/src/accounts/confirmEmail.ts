import { randomUUID } from 'node:crypto';
import { type MailLanguage, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { accountOf } from '@pmcw/vault';
import { requireActing } from '../deciders/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { tooMany } from '../limits/limits.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/**
 * Sends the member another confirmation mail, at most 3 an hour.
 * @throws ProblemError `not_found` where no mail is sent, `conflict` for an address that is confirmed, `too_many_requests`
 */
export async function askForConfirmationMail(
  { vault, members, mailing }: Services,
  { actorId }: GivenContext,
  accepted: MailLanguage | null,
): Promise<void> {
  if (mailing === null) throw new ProblemError('not_found', texts.refusals.noMail);
  const { isEmailConfirmed } = requireActing((await members.states.load(streams.user(actorId))).state);
  if (isEmailConfirmed) throw new ProblemError('conflict', texts.refusals.emailConfirmed);
  const attempt = await vault.confirmMails.admit(accountOf(actorId));
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
  await mailing.send({
    ...{ id: randomUUID(), userId: actorId, kind: 'email_confirmation', facts: {}, language: accepted },
  });
}

/**
 * Confirms the address that the link was mailed to; used again, it changes nothing. Works for suspended members, too.
 * @returns the position after the command
 * @throws ProblemError `confirm_link_invalid` for a link that is made up or too old, of a deleted member, or of another address
 */
export async function confirmEmail(
  services: Services,
  token: string,
  correlationId: string,
): Promise<bigint> {
  const { vault, members } = services;
  const invalid = () => new ProblemError('confirm_link_invalid', texts.refusals.confirmLinkInvalid);
  const userId = await vault.confirmLinks.find(token);
  if (userId === null) throw invalid();
  const { position } = await handle(
    services,
    members.states,
    streams.user(userId),
    { type: 'ConfirmEmail' },
    causeOf({ actorId: userId, correlationId, authority: { kind: 'link' } }),
    {
      permit(state) {
        if (state.status !== 'registered' || !vault.confirmLinks.isOf(token, state.email)) throw invalid();
      },
    },
  );
  return position;
}
