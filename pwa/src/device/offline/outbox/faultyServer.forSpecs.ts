import type { ChangeFrame, Message } from '@pmcw/contracts';
import type { OutboxRow } from '../database.ts';
import { messageAt } from '../forSpecs.ts';
import type { SendOutcome } from './outcome.ts';

/** How an attempt to send or withdraw may end, for server and client. */
export const endings = [
  'answered',
  /** It never reaches the server. */
  'lost',
  /** It reaches the server after the client gave up. */
  'late',
  /** The server acts, but its answer is lost. */
  'answer lost',
  /** The server acts, and its answer is delayed. */
  'held',
  /** It hangs and finally fails. */
  'stuck',
  /** It arrives twice. */
  'doubled',
  /** Permanently. */
  'refused',
  /** For half a minute. */
  'asked for patience',
  'signed out',
] as const;
export type Ending = (typeof endings)[number];

const passing: SendOutcome = { kind: 'passing', waitingFor: 'network' };
const refused: SendOutcome = { kind: 'refused', code: 'not_found', detail: 'No such member.' };

/** A server with the rules of the real one: it stores each message once, and repeats its first answer. */
export class FaultyServer {
  readonly #first = new Map<string, Message>();
  readonly #deleted = new Set<string>();
  readonly #changes: ChangeFrame[] = [];
  readonly #endings: Ending[] = [];
  /** Late requests and answers. */
  readonly #underWay: (() => void)[] = [];

  /** The messages that all members see, in order. */
  get log(): { readonly id: string; readonly lane: string }[] {
    const remaining = [...this.#first.values()].filter(({ id }) => !this.#deleted.has(id));
    return remaining.map(({ id, isGlobal, receiverId }) => ({
      id,
      lane: isGlobal ? 'global' : `member:${receiverId}`,
    }));
  }

  get head(): bigint {
    return BigInt(this.#changes.length);
  }

  has(id: string): boolean {
    return this.#first.has(id);
  }

  /** Returns what every device receives, oldest first. */
  changesAfter(position: bigint): ChangeFrame[] {
    return this.#changes.slice(Number(position));
  }

  /** Sets how the next unscripted attempt ends. */
  next(ending: Ending): void {
    this.#endings.push(ending);
  }

  /** Delivers what is late. */
  deliver(): void {
    for (const arrive of this.#underWay.splice(0)) arrive();
  }

  /** From now on every attempt succeeds. */
  recover(): void {
    this.#endings.length = 0;
    this.deliver();
  }

  nextEnding(): Ending {
    return this.#endings.shift() ?? 'answered';
  }

  /** Runs it with the next delivery. */
  later(arrive: () => void): void {
    this.#underWay.push(arrive);
  }

  /** A request over HTTP. */
  async send(row: OutboxRow): Promise<SendOutcome> {
    const ending = this.nextEnding();
    switch (ending) {
      case 'lost':
        return passing;
      case 'late':
        this.later(() => this.#take(row));
        return passing;
      case 'answer lost':
        this.#take(row);
        return passing;
      case 'held': {
        const outcome = this.#take(row);
        return new Promise((resolve) => this.later(() => resolve(outcome)));
      }
      case 'stuck':
        return new Promise((resolve) => this.later(() => resolve(passing)));
      default:
        return this.answer(row, ending);
    }
  }

  /** Answers at once, for endings that are the server's decision. */
  answer(row: OutboxRow, ending: Ending): SendOutcome {
    switch (ending) {
      case 'doubled':
        this.#take(row);
        return this.#take(row);
      case 'refused':
        return row.task === 'withdraw' ? passing : refused;
      case 'asked for patience':
        return { kind: 'passing', waitingFor: 'server', retryAfter: 30 };
      case 'signed out':
        return { kind: 'passing', waitingFor: 'sign-in' };
      default:
        return this.#take(row);
    }
  }

  #take(row: OutboxRow): SendOutcome {
    if (row.task === 'withdraw') return this.#delete(row.id);
    const known = this.#first.get(row.id);
    if (known !== undefined) return { kind: 'accepted', message: known };
    const isGlobal = row.lane === 'global';
    const message = messageAt(this.#changes.length + 1, {
      ...{ id: row.id, content: row.content, messageType: row.messageType, isGlobal },
      receiverId: isGlobal ? 1 : Number(row.lane.slice('member:'.length)),
      ...(row.messageType === 'voice' ? { voiceUrl: `/api/media/${row.id}`, voiceSeconds: 1 } : {}),
    });
    this.#first.set(row.id, message);
    this.#tell({
      type: isGlobal ? 'new_global_message' : 'new_message',
      message,
      position: message.position,
    });
    return { kind: 'accepted', message };
  }

  #delete(id: string): SendOutcome {
    const wasThere = this.#first.has(id) && !this.#deleted.has(id);
    if (wasThere) {
      this.#deleted.add(id);
      this.#tell({ type: 'message_deleted', id, position: String(this.#changes.length + 1) });
    }
    return { kind: 'withdrawn', wasThere };
  }

  #tell(change: ChangeFrame): void {
    this.#changes.push(change);
  }
}
