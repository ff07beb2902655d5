import { randomUUID } from 'node:crypto';
import { type MailLanguage, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { accountOf } from '@pmcw/vault';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { tooMany } from '../limits/limits.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';

/** Sends at most 3 mails an hour. @throws ProblemError `not_found` if the site sends no mail */
export async function askForConfirmationMail(
  { vault, members, mailing }: MemberStores & Pick<Services, 'mailing'>,
  { actorId }: GivenContext,
  accepted: MailLanguage | null,
): Promise<void> {
  if (mailing === null) throw new ProblemError('not_found', texts.refusals.noMail);
  const { member } = await members.loadActing(actorId);
  if (member.isEmailConfirmed) throw new ProblemError('conflict', texts.refusals.emailConfirmed);
  const attempt = await vault.confirmMails.admit(accountOf(actorId));
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
  await mailing.send({
    ...{ id: randomUUID(), userId: actorId, kind: 'email_confirmation', facts: {}, language: accepted },
  });
}

/** Also for suspended members. Idempotent. @throws ProblemError `confirm_link_invalid` */
export async function confirmEmail(
  services: MemberHandling,
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
