import { ProblemError } from '@pmcw/contracts';
import { type ProductEvents, type ReportCaseState, reportCaseFold, streams } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { v5 as uuidv5 } from 'uuid';
import type { Handling } from '../handling/handle.ts';
import { LogFollower } from '../handling/logFollower.ts';
import type { Given } from '../handling/stamp.ts';
import { handleMember } from '../members/handleMember.ts';
import { removeMessage } from '../messages/deleteMessage.ts';
import { suspend } from '../moderation/suspend.ts';
import type { Services } from '../services.ts';

export type ConsequencesParts = Handling &
  Pick<Services, 'members' | 'messages' | 'places' | 'vault'> & { readonly logger: Logger };

type CaseClosed = Extract<RecordedEvent<ProductEvents>, { readonly type: 'CaseClosed' }>;
type KnownCase = Extract<ReportCaseState, { status: 'present' }>;

const givenBy = ({ eventId, metadata }: CaseClosed, actorId: number | null): Given => ({
  actorId,
  correlationId: metadata.correlationId,
  authority: { kind: 'event', eventId },
});

/** The log recognizes repeats by the id, after a crash or by another process that follows. */
const idIn = (stream: string, { eventId }: CaseClosed) => ({ eventId: uuidv5(stream, eventId) });

/** Carries out what administrators decide about reports, and notifies the reporters. */
export const consequences = (parts: ConsequencesParts): LogFollower =>
  new LogFollower({
    ...parts,
    bookmark: 'reports',
    types: ['CaseClosed'],
    from: 'start',
    lost: 'decisions about reports are not followed; trying again',
    handle: async (events) => {
      for (const event of events) if (event.type === 'CaseClosed') await carryOut(parts, event);
    },
  });

async function carryOut(parts: ConsequencesParts, closed: CaseClosed): Promise<void> {
  const known = await caseAt(parts, closed);
  await unlessRefused(parts, closed, () => onContent(parts, closed, known));
  for (const reporterId of known.reporters)
    await unlessRefused(parts, closed, () => answer(parts, closed, reporterId));
}

/** Later reports belong to another decision. */
async function caseAt(
  { eventStore }: ConsequencesParts,
  { stream, revision }: CaseClosed,
): Promise<KnownCase> {
  let state = reportCaseFold.initialState;
  for await (const event of eventStore.readStream(stream)) {
    if (reportCaseFold.owns(event)) state = reportCaseFold.evolve(state, event);
    if (event.revision === revision) break;
  }
  if (state.status === 'absent') throw new Error(`${stream} was closed before any report`);
  return state;
}

async function onContent(parts: ConsequencesParts, closed: CaseClosed, { itemId }: KnownCase): Promise<void> {
  const { caseId, memberId, outcome, reason } = closed.data;
  const given = givenBy(closed, closed.metadata.actorId);
  const options = idIn(streams.user(memberId), closed);
  switch (outcome) {
    case 'dismissed':
      return;
    case 'message_removed':
      if (itemId !== null) await removeMessage(parts, itemId, given, idIn(streams.message(itemId), closed));
      return;
    case 'warned':
      await handleMember(parts, memberId, { type: 'WarnMember', caseId, reason }, given, options);
      return;
    case 'suspended':
      await suspend(parts, memberId, true, given, options);
      return;
    default:
      return outcome satisfies never;
  }
}

async function answer(parts: ConsequencesParts, closed: CaseClosed, reporterId: number): Promise<void> {
  const { caseId, outcome } = closed.data;
  const command = { type: 'AnswerReport', caseId, outcome } as const;
  const options = idIn(streams.user(reporterId), closed);
  await handleMember(parts, reporterId, command, givenBy(closed, null), options);
}

/** Such as for a deleted member; all but conflicts would be refused each time. */
async function unlessRefused(
  { logger }: ConsequencesParts,
  { eventId }: CaseClosed,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'conflict') throw error;
    logger.warn({ err: error, eventId }, 'a decision about reports lacks a consequence');
  }
}
