import { knownNetworks, socialPlatformCodes, userTypes } from '@pmcw/contracts';
import type { ProductEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import type { ProductRecord } from '../src/runner/model.ts';
import { deletion, message, reading, recordOf } from './records.ts';

/** One thing that somebody tries; `a`, `b` and `c` choose members, messages and lists by remainder. */
interface Attempt {
  readonly act: (typeof acts)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly text: string;
  /** How far the log has gone on since the attempt before. */
  readonly gap: number;
}

const acts = [
  ...['register', 'edit', 'addWallet', 'addWallet', 'removeWallet', 'addSocial', 'removeSocial'],
  ...['verify', 'unverify', 'tokens', 'admin', 'suspend', 'unsuspend', 'type', 'notes', 'password'],
  ...['request', 'request', 'close', 'send', 'send', 'send', 'send', 'sendGlobal', 'sendGlobal'],
  ...['delete', 'delete', 'read', 'read', 'readGlobal'],
] as const;

interface Sent {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
  readonly position: bigint;
}

/** What the deciders would know; it turns attempts into events that a real log could hold. */
class World {
  readonly #members: number[] = [];
  readonly #wallets: { readonly owner: number; readonly id: string }[] = [];
  readonly #socials: { readonly owner: number; readonly id: string }[] = [];
  readonly #requests: { readonly owner: number; readonly id: string }[] = [];
  readonly #sent: Sent[] = [];
  #position = 0n;

  /** @returns null when there is nothing to do it with */
  eventOf(attempt: Attempt): ProductRecord | null {
    this.#position += BigInt(attempt.gap);
    const event = this.#decide(attempt);
    if (event === null) return null;
    this.#position += 1n;
    return recordOf(event, this.#position);
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
      case 'addWallet':
        return this.#addWallet(userId, c);
      case 'removeWallet': {
        const gone = take(this.#wallets, c);
        return gone && { type: 'WalletRemoved', data: { userId: gone.owner, walletId: gone.id } };
      }
      case 'addSocial':
        return this.#addSocial(userId, c, text);
      case 'removeSocial': {
        const gone = take(this.#socials, c);
        return gone && { type: 'SocialLinkRemoved', data: { userId: gone.owner, socialId: gone.id } };
      }
      case 'verify':
        return { type: 'UserVerified', data: { userId } };
      case 'unverify':
        return { type: 'UserUnverified', data: { userId } };
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
      case 'request':
        return this.#request(userId, text);
      case 'close':
        return this.#close(c, text);
      case 'send':
        return this.#send(userId, peerId, text);
      case 'sendGlobal':
        return this.#send(userId, null, text);
      case 'delete': {
        const gone = take(this.#sent, c);
        return gone && deletion(gone.id, gone.from, gone.to);
      }
      case 'read':
        return reading(userId, peerId, this.#somewhere(c));
      default:
        return reading(userId, null, this.#somewhere(c));
    }
  }

  #register(b: number, text: string): ProductEvent {
    const userId = this.#members.length + 1;
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

  /** One request of a member is open at a time. */
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

  #send(from: number, to: number | null, text: string): ProductEvent {
    const id = `message-${this.#position}`;
    this.#sent.push({ id, from, to, position: this.#position + 1n });
    const sent = message(id, from, to);
    return sent.type === 'MessageSent' ? { ...sent, data: { ...sent.data, content: text } } : sent;
  }

  /** Any place of the log, also one beyond its head, which a member may claim to have read. */
  #somewhere(c: number): bigint {
    return (this.#position * BigInt(c)) / 90n;
  }
}

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
  // Few members, so that they meet again.
  a: fc.nat(4),
  b: fc.nat(4),
  c: number,
  text: fc.string({ unit: 'binary', maxLength: 12 }),
  gap: fc.oneof(fc.constant(0), fc.nat(900)),
});

/** Histories of a small community, with everything that the foundation's events can say and gaps between positions. */
export const histories = (maxLength: number): fc.Arbitrary<ProductRecord[]> =>
  fc.array(attempt, { maxLength, size: 'max' }).map((attempts) => {
    const world = new World();
    return attempts.map((one) => world.eventOf(one)).filter((record) => record !== null);
  });
