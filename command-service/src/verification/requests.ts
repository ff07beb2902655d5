import {
  memberOfVerificationRequest,
  ProblemError,
  texts,
  type VerificationRequest,
  verificationRequestId,
} from '@pmcw/contracts';
import { streams, type UserState } from '@pmcw/contracts/events';
import { newestFirst } from '@pmcw/event-store';
import { requireMember } from '../deciders/userState.ts';
import type { ApproveVerification, RejectVerification } from '../deciders/verification.ts';
import type { Handling } from '../handling/handle.ts';
import type { Loaded } from '../handling/streamStates.ts';
import { handleMember } from '../members/handleMember.ts';
import { cardOf } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

const { refusals } = texts;

/**
 * Idempotent by id while open.
 * @throws ProblemError `already_verified`, `request_open`, `pmcw_wallet_required`, `suspended`
 */
export async function requestVerification(
  services: Handling & Pick<Services, 'members'>,
  { id: uuid, message }: { readonly id: string; readonly message: string },
  context: GivenContext,
): Promise<{ readonly request: VerificationRequest; readonly position: bigint }> {
  const { actorId: userId } = context;
  const id = verificationRequestId(userId, uuid);
  const command = { type: 'RequestVerification', requestId: id, message } as const;
  const { state, position } = await handleMember(services, userId, command, context);
  const member = requireMember(state);
  if (member.openRequest === null) throw new Error('A request just made is open');
  const { createdAt } = member.openRequest;
  const user = cardOf(member);
  const wallets = member.wallets.map(({ id: walletId, network, address, proof }) => ({
    id: walletId,
    network,
    address,
    provedAt: proof?.provedAt ?? null,
  }));
  return {
    request: {
      id,
      userId,
      user,
      message,
      status: 'open',
      reason: null,
      createdAt,
      closedAt: null,
      wallets,
    },
    position,
  };
}

type Fate =
  | { readonly status: 'unknown' | 'open' }
  | { readonly status: 'closed'; readonly by: number | null; readonly reason: string | null };

/** States hold no closed requests. */
async function fateOf(
  { eventStore, members }: Pick<Services, 'eventStore' | 'members'>,
  userId: number,
  id: string,
): Promise<Fate & { readonly loaded: Loaded<UserState> }> {
  const stream = streams.user(userId);
  const loaded = await members.load(userId);
  if (loaded.state.status !== 'registered') return { status: 'unknown', loaded };
  if (loaded.state.openRequest?.id === id) return { status: 'open', loaded };
  for await (const { type, data, metadata } of newestFirst(eventStore, stream, loaded.revision)) {
    if (!('requestId' in data) || data.requestId !== id) continue;
    const reason = type === 'VerificationRejected' ? data.reason : null;
    return { status: 'closed', by: metadata.actorId, reason, loaded };
  }
  return { status: 'unknown', loaded };
}

/** Idempotent per administrator. @throws ProblemError `not_found`, `request_closed`, `member_suspended` */
export async function answerRequest(
  services: Handling & Pick<Services, 'members'>,
  command: ApproveVerification | RejectVerification,
  context: GivenContext,
): Promise<Loaded<UserState>> {
  const { type, requestId } = command;
  const userId = memberOfVerificationRequest(requestId);
  const fate = userId === null ? null : await fateOf(services, userId, requestId);
  if (userId === null || fate === null || fate.status === 'unknown') {
    throw new ProblemError('not_found', refusals.requestNotFound);
  }
  const reason = type === 'RejectVerification' ? command.reason : null;
  if (fate.status === 'closed' && fate.by === context.actorId && fate.reason === reason) return fate.loaded;
  return handleMember(services, userId, command, context);
}
