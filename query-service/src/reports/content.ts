import { type MemberCard, mediaUrl, type ReportedContent } from '@pmcw/contracts';
import { type Member, streams, userFold } from '@pmcw/contracts/events';
import type { Streams } from '../audit/record.ts';
import type { CaseRow } from './queries.ts';

type Cards = (memberIds: readonly number[]) => Promise<ReadonlyMap<number, MemberCard>>;

/** A profile or address as it was at a position; null if there was none. */
async function memberAt(log: Streams, memberId: number, at: bigint): Promise<Member | null> {
  let state = userFold.initialState;
  for await (const event of log.readStream(streams.user(memberId))) {
    if (event.position > at) break;
    if (userFold.owns(event)) state = userFold.evolve(state, event);
  }
  return state.status === 'registered' ? state : null;
}

const walletView = ({ id, network, address, proof }: Member['wallets'][number]) => ({
  ...{ id, network, address },
  provedAt: proof?.provedAt ?? null,
});

function profileView(member: Member): ReportedContent {
  const { username, fullName, bio, telegramHandle, avatarHash, backgroundHash, wallets, socials } = member;
  const profile = {
    ...{ username, fullName, bio, telegramHandle },
    ...{ avatarUrl: mediaUrl(avatarHash), backgroundUrl: mediaUrl(backgroundHash) },
    wallets: wallets.map(walletView),
    socials: socials.map(({ platform, username: name }) => ({ platform, username: name })),
  };
  return { kind: 'profile', profile };
}

/** Also of a message that was removed since: one of its members reported it, or it was for everyone. */
async function messageView(log: Streams, messageId: string, cards: Cards): Promise<ReportedContent | null> {
  for await (const event of log.readStream(streams.message(messageId))) {
    if (event.type !== 'MessageSent') continue;
    const { receiverId, content, messageType, voiceHash, voiceSeconds } = event.data;
    const receiver = receiverId === null ? null : ((await cards([receiverId])).get(receiverId) ?? null);
    const message = {
      ...{ sentAt: event.metadata.time, isPrivate: receiverId !== null, receiver },
      ...{ content, messageType, voiceUrl: mediaUrl(voiceHash), voiceSeconds },
    };
    return { kind: 'message', message };
  }
  return null;
}

/** From the log, as it was at the position of a report; null if it is erased. */
export async function contentAt(
  log: Streams,
  { kind, memberId, itemId }: CaseRow,
  at: bigint,
  cards: Cards,
): Promise<ReportedContent | null> {
  if (kind === 'message') return itemId === null ? null : messageView(log, itemId, cards);
  const member = await memberAt(log, memberId, at);
  if (member === null) return null;
  if (kind === 'profile') return profileView(member);
  const wallet = member.wallets.find(({ id }) => id === itemId);
  return wallet === undefined ? null : { kind: 'address', wallet: walletView(wallet) };
}
