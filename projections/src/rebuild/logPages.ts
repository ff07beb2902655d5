import type { ProductEvents } from '@pmcw/contracts/events';
import { type Batch, type EventStore, UnreadableEventError } from '@pmcw/event-store';
import type { ProductRecord } from '../runner/model.ts';
import { type Reader, Tape, type TapeLimits } from './tape.ts';

type Types = readonly (keyof ProductEvents)[];

interface Limits extends TapeLimits {
  readonly pageSize: number;
}

/** Reading and decrypting pages again costs more than waiting for seconds. */
const defaultLimits: Limits = { pageSize: 10_000, mostPages: 2, patienceMs: 10_000 };
/** With fewer events, a rebuild takes longer than following from the start. */
const fewEvents = 5_000;

/** The log for one rebuild. */
export interface PageReader {
  /** Events of its types after a position, which may only grow. */
  read(after: bigint): Promise<Batch<ProductRecord>>;
  leave(): void;
}

interface Member extends Reader {
  readonly types: Types;
  tape: Tape | undefined;
}

/** The log for all rebuilds of a process: those that start together read and decrypt each page once. */
export class LogPages {
  readonly #eventStore: EventStore<ProductEvents>;
  readonly #limits: Limits;
  readonly #members = new Set<Member>();
  #isLong: Promise<boolean> | undefined;

  constructor(eventStore: EventStore<ProductEvents>, limits: Partial<Limits> = {}) {
    this.#eventStore = eventStore;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Answers all callers at the same time, so that their rebuilds start together. */
  isLong(): Promise<boolean> {
    this.#isLong ??= this.#eventStore.readAll(0n, {}, fewEvents).then(
      ({ live }) => !live,
      (error: unknown) => {
        // Following gets to the event.
        if (error instanceof UnreadableEventError) return false;
        this.#isLong = undefined;
        throw error;
      },
    );
    return this.#isLong;
  }

  /** Before other work, so that the first to read knows the types of all. */
  join(types: Types): PageReader {
    const member: Member = { types, tape: undefined, at: 0n };
    this.#members.add(member);
    let isAlone = false;
    const leave = () => {
      this.#members.delete(member);
      member.tape?.leave(member);
    };
    const read = async (after: bigint): Promise<Batch<ProductRecord>> => {
      if (isAlone) return this.#readPage(after, types);
      try {
        return await this.#tapeFor(member, after).read(member, after);
      } catch (error) {
        if (!(error instanceof UnreadableEventError)) throw error;
        // It may be of a type that only others fold.
        isAlone = true;
        leave();
        return this.#readPage(after, types);
      }
    };
    return { read, leave };
  }

  #tapeFor(member: Member, after: bigint): Tape {
    const tapes = [...this.#members].flatMap(({ tape }) => tape ?? []);
    const next = tapes.find((tape) => tape.serves(member, after)) ?? this.#newTape(member, after);
    if (next !== member.tape) member.tape?.leave(member);
    member.tape = next;
    return next;
  }

  #newTape(member: Member, start: bigint): Tape {
    const waiting = [...this.#members].filter(({ tape }) => tape === undefined);
    const types = new Set([member, ...waiting].flatMap((one) => one.types));
    return new Tape(start, types, this.#limits, (after) => this.#readPage(after, [...types]));
  }

  #readPage(after: bigint, types: Types): Promise<Batch<ProductRecord>> {
    return this.#eventStore.readAll(after, { types }, this.#limits.pageSize);
  }
}
