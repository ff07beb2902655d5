import { caseIdOf, ProblemError, type ReportBody, type Reported, texts } from '@pmcw/contracts';
import { type Member, streams } from '@pmcw/contracts/events';
import type { ReportContent } from '../deciders/reportCase.ts';
import { requireMember } from '../deciders/userState.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

type Reporting = Handling & Pick<Services, 'cases' | 'limits' | 'members' | 'messages'>;
type Content = Pick<ReportContent, 'kind' | 'memberId' | 'itemId'>;

const { refusals } = texts;

/**
 * Reporting twice counts once. Reads the content from the log, so that it is there before the report. Returns the
 * position of the case.
 * @throws ProblemError `not_found` also for a message that the member can't see, `message_deleted`, `invalid_input` for
 * the member themselves, `too_many_requests`
 */
export async function reportContent(
  services: Reporting,
  { reported, reason, text }: ReportBody,
  context: GivenContext,
): Promise<bigint> {
  const { actorId: reporterId } = context;
  const content = await contentOf(services, reported, reporterId);
  const caseId = caseIdOf(content.kind, content.memberId, content.itemId);
  const { position } = await handle(
    services,
    services.cases,
    streams.case(caseId),
    { type: 'ReportContent', ...content, caseId, reporterId, reason, text },
    causeOf(context),
    { beforeAppend: countOnce(services, reporterId) },
  );
  return position;
}

/** Repeats, which append nothing, don't count, and neither do retries of the append. */
function countOnce({ limits }: Reporting, reporterId: number): () => Promise<void> {
  let isCounted = false;
  return async () => {
    if (isCounted) return;
    await limits.report(reporterId);
    isCounted = true;
  };
}

async function contentOf(services: Reporting, reported: Reported, reporterId: number): Promise<Content> {
  const { kind } = reported;
  switch (kind) {
    case 'profile': {
      const { id: memberId } = await otherMember(services, reported.memberId, reporterId);
      return { kind, memberId, itemId: null };
    }
    case 'address': {
      const { id: memberId, wallets } = await otherMember(services, reported.memberId, reporterId);
      if (!wallets.some(({ id }) => id === reported.walletId))
        throw new ProblemError('not_found', refusals.walletNotFound);
      return { kind, memberId, itemId: reported.walletId };
    }
    case 'message': {
      const { messageId: itemId } = reported;
      return { kind, memberId: await senderOf(services, itemId, reporterId), itemId };
    }
    default:
      return kind satisfies never;
  }
}

async function otherMember({ members }: Reporting, memberId: number, reporterId: number): Promise<Member> {
  if (memberId === reporterId) throw new ProblemError('invalid_input', refusals.reportSelf);
  return requireMember((await members.load(memberId)).state);
}

/** Everyone sees messages of the global chat. */
async function senderOf(services: Reporting, messageId: string, reporterId: number): Promise<number> {
  const { state } = await services.messages.load(streams.message(messageId));
  const isVisible =
    state.status !== 'absent' &&
    (state.receiverId === null || [state.senderId, state.receiverId].includes(reporterId));
  if (!isVisible) throw new ProblemError('not_found', refusals.messageNotFound);
  const { id } = await otherMember(services, state.senderId, reporterId);
  if (state.status === 'deleted') throw new ProblemError('message_deleted', refusals.messageDeleted);
  return id;
}
