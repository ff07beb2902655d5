import {
  memberOfVerificationRequest,
  ProblemError,
  texts,
  type VerificationRequest,
  verificationRequestId,
} from '@pmcw/contracts';
import { streams, type UserState } from '@pmcw/contracts/events';
import { newestFirst } from '@pmcw/event-store';
import { v7 as uuidv7 } from 'uuid';
import { handleMember } from '../accounts/handleMember.ts';
import { cardOf } from '../accounts/members.ts';
import { requireMember } from '../accounts/userState.ts';
import type { Loaded } from '../handling/streamStates.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import type { ApproveVerification, RejectVerification } from './decide.ts';

const say = texts.refusals;

/**
 * Asks for the verification of the member who sends this.
 * @throws ProblemError `already_verified`, `request_open`, `pmcw_wallet_required`, `suspended`
 */
export async function requestVerification(
  services: Services,
  message: string,
  context: GivenContext,
): Promise<{ readonly request: VerificationRequest; readonly position: bigint }> {
  const { actorId: userId } = context;
  const id = verificationRequestId(userId, uuidv7());
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

/** Whether this request was ever made, by what its member's stream tells: closed ones are in no state. */
async function wasMade({ eventStore, members }: Services, userId: number, id: string): Promise<boolean> {
  const stream = streams.user(userId);
  const { state, revision } = await members.states.load(stream);
  if (state.status !== 'registered') return false;
  if (state.openRequest?.id === id) return true;
  for await (const event of newestFirst(eventStore, stream, revision)) {
    if (event.type === 'VerificationRequested' && event.data.requestId === id) return true;
  }
  return false;
}

/**
 * An administrator's answer to a request, whose id leads to the member.
 * @throws ProblemError `not_found` when it was never made, `request_closed` when it is answered already,
 * `member_suspended` when it can't be granted now
 */
export async function answerRequest(
  services: Services,
  command: ApproveVerification | RejectVerification,
  context: GivenContext,
): Promise<Loaded<UserState>> {
  const userId = memberOfVerificationRequest(command.requestId);
  if (userId === null || !(await wasMade(services, userId, command.requestId))) {
    throw new ProblemError('not_found', say.requestNotFound);
  }
  return handleMember(services, userId, command, context);
}
