import {
  caseIdOf,
  caseOutcomes,
  contactPolicies,
  knownNetworks,
  linkBackWays,
  proofSchemes,
  reportKinds,
  reportReasons,
  socialPlatformCodes,
  userTypes,
} from '@pmcw/contracts';
import { noticeTypes, type ProductEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import type { ProductRecord } from '../src/runner/model.ts';
import { deletion, message, reading, recordOf, restoration } from './records.ts';

/** An attempted action; `a`, `b` and `c` choose members, messages and lists by remainder. */
interface Attempt {
  readonly act: (typeof acts)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly text: string;
  /** Positions since the previous attempt. */
  readonly gap: number;
}

const acts = [
  ...[
    'register',
    'edit',
    'avatar',
    'background',
    'addWallet',
    'addWallet',
    'removeWallet',
    'restoreWallet',
    'proveWallet',
    'proveWallet',
    'addSocial',
    'removeSocial',
    'restoreSocial',
    'checkSocial',
    'checkSocial',
  ],
  ...['verify', 'unverify', 'tokens', 'admin', 'suspend', 'unsuspend', 'type', 'notes', 'password'],
  ...['addKey', 'addKey', 'removeWay', 'reset', 'confirm'],
  ...['request', 'request', 'close', 'send', 'send', 'send', 'send', 'sendGlobal', 'sendGlobal'],
  ...[
    'delete',
    'delete',
    'restore',
    'read',
    'read',
    'readGlobal',
    'setting',
    'setting',
    'erase',
    'tooLate',
    'tooLate',
  ],
  ...['block', 'block', 'unblock', 'policy', 'report', 'report', 'report', 'decide', 'decide', 'reopen'],
  ...['publish', 'publish', 'toggle', 'readNotice', 'readNotice', 'readNotices', 'dismiss', 'settings'],
] as const;

interface Sent {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
  readonly position: bigint;
}

/** The state that deciders would have; turns attempts into events that a real log could hold. */
class World {
  readonly #members: number[] = [];
  readonly #erased: number[] = [];
  #wallets: { readonly owner: number; readonly id: string }[] = [];
  #keys: { readonly owner: number; readonly id: string }[] = [];
  #socials: { readonly owner: number; readonly id: string }[] = [];
  #takenOff: { readonly owner: number; readonly id: string }[] = [];
  #unlinked: { readonly owner: number; readonly id: string }[] = [];
  readonly #cases: { readonly caseId: string; readonly memberId: number }[] = [];
  #requests: { readonly owner: number; readonly id: string }[] = [];
  readonly #sent: Sent[] = [];
  readonly #deleted: Sent[] = [];
  /** Ids of published notifications, and of members' own notices. */
  readonly #notices: string[] = [];
  #position = 0n;

  /** Null when there is nothing to act on. */
  eventOf(attempt: Attempt): ProductRecord | null {
    this.#position += BigInt(attempt.gap);
    const event = this.#decide(attempt);
    if (event === null) return null;
    this.#position += 1n;
    const record = recordOf(event, this.#position, this.#actor(attempt));
    if (event.type === 'NotificationPublished') this.#notices.push(event.data.notificationId);
    if (isNotice(event)) this.#notices.push(record.eventId);
    return record;
  }

  /** The acting member, if there are any members. */
  #actor({ a }: Attempt): number | null {
    return this.#members.length === 0 ? null : pick(this.#members, a);
  }

  #decide({ act, a, b, c, text }: Attempt): ProductEvent | null {
    const members = this.#members;
    if (act === 'register' || members.length < 2) return this.#register(b, text);
    const userId = pick(members, a);
    const peerId = pick(
      members.filter((id) => id !== userId),
      b,
    );
    switch (act) {
      case 'edit':
        return {
          type: 'ProfileEdited',
          data: { userId, fullName: text, bio: `${text} ${c}`, telegramHandle: text },
        };
      case 'avatar':
        return { type: 'AvatarChanged', data: { userId, mediaHash: hashOf(c) } };
      case 'background':
        return { type: 'BackgroundChanged', data: { userId, mediaHash: hashOf(c) } };
      case 'addWallet':
        return this.#addWallet(userId, c);
      case 'removeWallet': {
        const gone = take(this.#wallets, c);
        if (gone !== null) this.#takenOff.push(gone);
        return gone && { type: 'WalletRemoved', data: { userId: gone.owner, walletId: gone.id } };
      }
      case 'restoreWallet':
        return this.#restoreWallet(c, text);
      case 'proveWallet':
        return this.#proveWallet(c, text);
      case 'addSocial':
        return this.#addSocial(userId, c, text);
      case 'removeSocial': {
        const gone = take(this.#socials, c);
        if (gone !== null) this.#unlinked.push(gone);
        return gone && { type: 'SocialLinkRemoved', data: { userId: gone.owner, socialId: gone.id } };
      }
      case 'restoreSocial':
        return this.#restoreSocial(c, text);
      case 'checkSocial':
        return this.#checkSocial(c);
      case 'verify':
        return { type: 'UserVerified', data: { userId } };
      case 'unverify':
        return { type: c % 2 === 0 ? 'UserUnverified' : 'VerificationConfirmed', data: { userId } };
      case 'tokens':
        return { type: 'TokensSet', data: { userId, pmcwTokens: c, cause: 'set' } };
      case 'admin':
        return { type: 'AdminGranted', data: { userId } };
      case 'suspend':
        return { type: 'UserSuspended', data: { userId } };
      case 'unsuspend':
        return { type: 'UserUnsuspended', data: { userId } };
      case 'type':
        return { type: 'UserTypeChanged', data: { userId, userType: pick(userTypes, c) } };
      case 'notes':
        return { type: 'AdminNotesChanged', data: { userId, notes: text } };
      case 'password':
        return { type: 'PasswordChanged', data: { userId } };
      case 'reset':
        return { type: 'PasswordReset', data: { userId } };
      case 'confirm':
        return { type: 'EmailConfirmed', data: { userId } };
      case 'addKey':
        return this.#addWay(userId, c);
      case 'removeWay':
        return this.#removeWay(userId, c);
      case 'request':
        return this.#request(userId, text);
      case 'close':
        return this.#close(c, text);
      case 'send':
        return this.#send(userId, peerId, text, c);
      case 'sendGlobal':
        return this.#send(userId, null, text, c);
      case 'delete': {
        const gone = take(this.#sent, c);
        if (gone !== null) this.#deleted.push(gone);
        return gone && deletion(gone.id, gone.from, gone.to);
      }
      case 'restore': {
        const back = take(this.#deleted, c);
        if (back !== null) this.#sent.push(back);
        return back && restoration(back.id, back.from, back.to, back.position);
      }
      case 'publish':
        return this.#publish(c, text);
      case 'toggle':
      case 'readNotice':
      case 'readNotices':
      case 'dismiss':
        return this.#notified(act, userId, c);
      case 'settings':
        return settings(c, text);
      case 'erase':
        return this.#erase(userId);
      case 'tooLate':
        return this.#erased.length === 0 ? null : this.#tooLate(pick(this.#erased, b), userId, c, text);
      case 'block':
        return { type: 'MemberBlocked', data: { userId, memberId: peerId } };
      case 'policy':
        return { type: 'ContactPolicyChanged', data: { userId, policy: pick(contactPolicies, b) } };
      case 'unblock':
        return { type: 'MemberUnblocked', data: { userId, memberId: peerId } };
      case 'report':
        return this.#report(userId, peerId, c, text);
      case 'decide':
      case 'reopen':
        return this.#decided(act, c, text);
      case 'setting':
        return setting(userId, b % 3 === 0 ? null : peerId, c);
      case 'read':
        return reading(userId, peerId, this.#somewhere(c));
      default:
        return reading(userId, null, this.#somewhere(c));
    }
  }

  #register(b: number, text: string): ProductEvent {
    const userId = this.#members.length + this.#erased.length + 1;
    this.#members.push(userId);
    const userType = pick(userTypes, b);
    const data = {
      userId,
      username: `User_${userId}`,
      fullName: text,
      email: `${userId}@x.org`,
      telegramHandle: text,
    };
    return { type: 'UserRegistered', data: { ...data, userType } };
  }

  /** A passkey, or a wallet of the member, also if already added. */
  #addWay(userId: number, c: number): ProductEvent {
    const wallet = this.#wallets.find(({ owner }) => owner === userId);
    if (c % 2 === 0 && wallet !== undefined) {
      return { type: 'SignInMethodAdded', data: { userId, methodId: wallet.id, kind: 'wallet' } };
    }
    const methodId = `key-${this.#position}`;
    this.#keys.push({ owner: userId, id: methodId });
    return { type: 'SignInMethodAdded', data: { userId, methodId, kind: 'passkey' } };
  }

  /** A passkey, or a password, also if there is none. */
  #removeWay(userId: number, c: number): ProductEvent | null {
    if (c % 3 === 0) {
      return { type: 'SignInMethodRemoved', data: { userId, methodId: 'password', kind: 'password' } };
    }
    const gone = take(this.#keys, c);
    const key = gone && { userId: gone.owner, methodId: gone.id, kind: 'passkey' as const };
    return key && { type: 'SignInMethodRemoved', data: key };
  }

  #addWallet(userId: number, c: number): ProductEvent {
    const walletId = `wallet-${this.#position}`;
    this.#wallets.push({ owner: userId, id: walletId });
    const network = pick(knownNetworks.slice(0, 3), c);
    return { type: 'WalletAdded', data: { userId, walletId, network, address: `address ${c}` } };
  }

  #addSocial(userId: number, c: number, username: string): ProductEvent {
    const socialId = `social-${this.#position}`;
    this.#socials.push({ owner: userId, id: socialId });
    return {
      type: 'SocialLinkAdded',
      data: { userId, socialId, platform: pick(socialPlatformCodes, c), username },
    };
  }

  #proveWallet(c: number, text: string): ProductEvent | null {
    if (this.#wallets.length === 0) return null;
    const { owner, id } = pick(this.#wallets, c);
    return { type: 'WalletProved', data: { userId: owner, walletId: id, ...proof(c, text) } };
  }

  #restoreWallet(c: number, text: string): ProductEvent | null {
    const back = take(this.#takenOff, c);
    if (back === null) return null;
    this.#wallets.push(back);
    const network = pick(knownNetworks.slice(0, 3), c);
    const addedAt = '2026-01-01T00:00:00.000Z';
    const proved =
      c % 2 === 0
        ? { ...proof(c, text), provedAt: addedAt }
        : { statement: null, signature: null, scheme: null, provedAt: null };
    const wallet = { network, address: `address ${c}`, addedAt, ...proved };
    return { type: 'WalletRestored', data: { userId: back.owner, walletId: back.id, ...wallet } };
  }

  #restoreSocial(c: number, username: string): ProductEvent | null {
    const back = take(this.#unlinked, c);
    if (back === null) return null;
    this.#socials.push(back);
    const link = { platform: pick(socialPlatformCodes, c), username };
    return { type: 'SocialLinkRestored', data: { userId: back.owner, socialId: back.id, ...link } };
  }

  #checkSocial(c: number): ProductEvent | null {
    if (this.#socials.length === 0) return null;
    const { owner, id } = pick(this.#socials, c);
    const link = { userId: owner, socialId: id };
    return c % 3 === 0
      ? { type: 'LinkBackLost', data: link }
      : { type: 'LinkBackSeen', data: { ...link, by: pick(linkBackWays, c) } };
  }

  /** A member has at most one open request. */
  #request(userId: number, text: string): ProductEvent | null {
    if (this.#requests.some(({ owner }) => owner === userId)) return null;
    const requestId = `request-${this.#position}`;
    this.#requests.push({ owner: userId, id: requestId });
    return { type: 'VerificationRequested', data: { userId, requestId, message: text } };
  }

  #close(c: number, text: string): ProductEvent | null {
    const closed = take(this.#requests, c);
    if (closed === null) return null;
    const which = { userId: closed.owner, requestId: closed.id };
    return c % 2 === 0
      ? { type: 'VerificationApproved', data: which }
      : { type: 'VerificationRejected', data: { ...which, reason: text } };
  }

  /** Also about erased members, by a process that had not yet learned of the erasure. */
  #report(reporterId: number, peerId: number, c: number, text: string): ProductEvent {
    const memberId = c % 5 === 0 && this.#erased.length > 0 ? pick(this.#erased, c) : peerId;
    const kind = pick(reportKinds, c);
    const itemId = kind === 'profile' ? null : `item-${memberId}-${c % 2}`;
    const which = { caseId: caseIdOf(kind, memberId, itemId), memberId };
    this.#cases.push(which);
    const data = { ...which, kind, itemId, reporterId, reason: pick(reportReasons, c), text };
    return { type: 'ContentReported', data };
  }

  /** Also of cases that are closed or open already. */
  #decided(act: 'decide' | 'reopen', c: number, text: string): ProductEvent | null {
    if (this.#cases.length === 0) return null;
    const which = pick(this.#cases, c);
    if (act === 'reopen') return { type: 'CaseReopened', data: which };
    return { type: 'CaseClosed', data: { ...which, outcome: pick(caseOutcomes, c), reason: text } };
  }

  #publish(c: number, text: string): ProductEvent {
    const notificationId = `notification-${this.#position}`;
    const data = { notificationId, title: text, message: `${text} ${c}`, isActive: c % 2 === 0 };
    return { type: 'NotificationPublished', data };
  }

  /** Also for notifications that were never published or belong to other members: no read model may fail on them. */
  #notified(
    act: 'toggle' | 'readNotice' | 'readNotices' | 'dismiss',
    readerId: number,
    c: number,
  ): ProductEvent | null {
    if (act === 'readNotices') {
      return { type: 'AllNotificationsRead', data: { readerId, upTo: String(this.#somewhere(c)) } };
    }
    if (this.#notices.length === 0) return null;
    const notificationId = pick(this.#notices, c);
    if (act === 'readNotice') return { type: 'NotificationRead', data: { readerId, notificationId } };
    if (act === 'dismiss') return { type: 'NotificationDismissed', data: { readerId, notificationId } };
    return c % 3 === 0
      ? { type: 'NotificationDeactivated', data: { notificationId } }
      : { type: 'NotificationActivated', data: { notificationId, announces: null } };
  }

  #send(from: number, to: number | null, text: string, c = 0): ProductEvent {
    const id = `message-${this.#position}`;
    this.#sent.push({ id, from, to, position: this.#position + 1n });
    const sent = message(id, from, to);
    return sent.type === 'MessageSent'
      ? { ...sent, data: { ...sent.data, content: text, ...recorded(c) } }
      : sent;
  }

  /** Nothing follows in the member's own stream. */
  #erase(userId: number): ProductEvent {
    take(this.#members, this.#members.indexOf(userId));
    this.#erased.push(userId);
    const ofOthers = ({ owner }: { readonly owner: number }) => owner !== userId;
    this.#wallets = this.#wallets.filter(ofOthers);
    this.#keys = this.#keys.filter(ofOthers);
    this.#socials = this.#socials.filter(ofOthers);
    this.#takenOff = this.#takenOff.filter(ofOthers);
    this.#unlinked = this.#unlinked.filter(ofOthers);
    this.#requests = this.#requests.filter(ofOthers);
    return { type: 'UserDeleted', data: { userId } };
  }

  /** Events of another process that had not yet learned of the erasure. */
  #tooLate(erased: number, member: number, c: number, text: string): ProductEvent {
    switch (c % 6) {
      case 0:
        return this.#send(erased, member, text);
      case 1:
        return this.#send(member, erased, text);
      case 2:
        return this.#send(erased, null, text);
      case 3:
        if (c % 3 === 0) return setting(member, erased, c);
        return reading(erased, c % 2 === 0 ? null : member, this.#somewhere(c));
      case 4:
        return { type: 'MemberBlocked', data: { userId: member, memberId: erased } };
      default:
        return reading(member, erased, this.#somewhere(c));
    }
  }

  /** Any position, also beyond the head, which a member may claim to have read. */
  #somewhere(c: number): bigint {
    return (this.#position * BigInt(c)) / 90n;
  }
}

/** Each kind of change of a conversation's settings. */
function setting(readerId: number, peerId: number | null, c: number): ProductEvent {
  const data = { readerId, peerId, knownUpTo: String(c) };
  const until = c % 3 === 0 ? null : new Date(Date.UTC(2027, 0, 1 + c)).toISOString();
  const kinds: readonly ProductEvent[] = [
    { type: 'ConversationMuted', data: { ...data, until } },
    { type: 'ConversationUnmuted', data },
    { type: 'ConversationMarkedUnread', data },
    { type: 'UnreadMarkRemoved', data },
    ...(peerId === null ? [] : answers(readerId, peerId, c)),
  ];
  return pick(kinds, c);
}

const answers = (readerId: number, peerId: number, c: number): readonly ProductEvent[] => [
  { type: 'ConversationAccepted', data: { readerId, peerId } },
  { type: 'RequestDeleted', data: { readerId, peerId, deletedUpTo: String(c) } },
];

const isNotice = ({ type }: ProductEvent): boolean => noticeTypes.some((noticeType) => noticeType === type);

/** Changes of one or several settings. */
function settings(c: number, text: string): ProductEvent {
  const data = {
    ...(c % 2 === 0 ? { tokenAddress: text } : {}),
    ...(c % 3 === 0 ? { tokenSupply: c } : {}),
    ...(c % 5 === 0 ? { groupLink: text } : {}),
    ...(c % 7 === 0 ? { registrationOpen: c % 14 === 0 } : {}),
  };
  return { type: 'SettingsChanged', data };
}

const proof = (c: number, text: string) => ({
  statement: text,
  signature: `signature ${c}`,
  scheme: pick(proofSchemes, c),
});

const hashOf = (c: number): string | null => (c % 4 === 0 ? null : String(c % 4).repeat(64));

const recorded = (c: number) =>
  c % 3 === 0
    ? { messageType: 'text' as const, voiceHash: null, voiceSeconds: null }
    : { messageType: 'voice' as const, voiceHash: hashOf(c), voiceSeconds: c % 2 === 0 ? null : c / 8 };

function pick<T>(from: readonly T[], by: number): T {
  const chosen = from[by % from.length];
  if (chosen === undefined) throw new RangeError('Nothing to choose from');
  return chosen;
}

function take<T>(from: T[], by: number): T | null {
  return from.splice(by % Math.max(1, from.length), 1)[0] ?? null;
}

const number = fc.nat(100);

const attempt: fc.Arbitrary<Attempt> = fc.record({
  act: fc.constantFrom(...acts),
  // Few members, so that they interact.
  a: fc.nat(4),
  b: fc.nat(4),
  c: number,
  text: fc.string({ unit: 'binary', maxLength: 12 }),
  gap: fc.oneof(fc.constant(0), fc.nat(900)),
});

/** Histories of a small community with all kinds of events, and gaps between positions. */
export const histories = (maxLength: number): fc.Arbitrary<ProductRecord[]> =>
  fc.array(attempt, { maxLength, size: 'max' }).map((attempts) => {
    const world = new World();
    return attempts.map((one) => world.eventOf(one)).filter((record) => record !== null);
  });
