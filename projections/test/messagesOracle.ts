import type { ProductRecord } from '../src/runner/model.ts';

interface Held {
  readonly position: bigint;
  readonly from: number;
  readonly to: number | null;
}

/** The expected answers of the messages model, computed slowly from the whole history. */
export function oracleOf(records: readonly ProductRecord[]) {
  const held = new Map<string, Held>();
  const started = new Set<string>();
  const marks = new Map<string, bigint>();
  const blocks = new Set<string>();
  const requests = new Map<string, boolean>();
  const accepted = new Set<string>();
  const deletedUpTo = new Map<string, string>();
  const erased = new Set<number>();
  const raise = (key: string, upTo: string) => {
    if (BigInt(upTo) > (marks.get(key) ?? 0n)) marks.set(key, BigInt(upTo));
  };
  const forget = (member: number) => {
    erased.add(member);
    for (const [id, { from, to }] of held) if (from === member || to === member) held.delete(id);
    for (const keys of [started, marks, blocks, requests, accepted, deletedUpTo]) {
      for (const key of keys.keys()) if (key.split(' ').map(Number).includes(member)) keys.delete(key);
    }
  };
  const isLate = (...members: readonly (number | null)[]) =>
    members.some((member) => member !== null && erased.has(member));
  for (const { type, data, position } of records) {
    if (type === 'UserDeleted') forget(data.userId);
    else if ('senderId' in data && isLate(data.senderId, data.receiverId)) continue;
    else if ('peerId' in data && isLate(data.readerId, data.peerId)) continue;
    else if (type === 'GlobalChatRead' && isLate(data.readerId)) continue;
    else if (type === 'MemberBlocked' && !isLate(data.memberId))
      blocks.add(`${data.userId} ${data.memberId}`);
    else if (type === 'MemberUnblocked') blocks.delete(`${data.userId} ${data.memberId}`);
    else if (type === 'MessageSent') {
      const { messageId, senderId, receiverId } = data;
      held.set(messageId, { position, from: senderId, to: receiverId });
      if (receiverId === null) continue;
      const [sent, received] = [`${senderId} ${receiverId}`, `${receiverId} ${senderId}`];
      started.add(sent).add(received);
      requests.set(sent, false);
      requests.set(received, (requests.get(received) ?? true) && data.isRequest === true);
    } else if (type === 'MessageDeleted') held.delete(data.messageId);
    else if (type === 'MessageRestored') {
      const { messageId, sentPosition, senderId, receiverId } = data;
      held.set(messageId, { position: BigInt(sentPosition), from: senderId, to: receiverId });
    } else if (type === 'ConversationAccepted') accepted.add(`${data.readerId} ${data.peerId}`);
    else if (type === 'RequestDeleted') deletedUpTo.set(`${data.readerId} ${data.peerId}`, data.deletedUpTo);
    else if (type === 'ConversationRead') raise(`${data.readerId} ${data.peerId}`, data.upTo);
    else if (type === 'GlobalChatRead') raise(`${data.readerId} 0`, data.upTo);
  }
  const messages = [...held.values()].sort((a, b) => Number(a.position - b.position));
  const conversations = [...started].map((key) => {
    const [member, peer] = key.split(' ').map(Number);
    const thread = messages.filter(
      ({ from, to }) => (from === member && to === peer) || (from === peer && to === member),
    );
    const newest = thread.at(-1)?.position;
    const unread = thread.filter(({ from, position }) => from === peer && position > (marks.get(key) ?? 0n));
    return {
      member_id: member,
      peer_id: peer,
      last_position: newest === undefined ? null : String(newest),
      unread_count: unread.length,
      is_blocked: blocks.has(key),
      is_request: requests.get(key) === true && !accepted.has(key),
      deleted_up_to: deletedUpTo.get(key) ?? null,
    };
  });
  const unreadGlobal = (reader: number) =>
    messages.filter(
      ({ from, to, position }) =>
        to === null && from !== reader && position > (marks.get(`${reader} 0`) ?? 0n),
    ).length;
  return { conversations, unreadGlobal };
}
