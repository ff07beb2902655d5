import { setTimeout as sleep } from 'node:timers/promises';
import type { Mails, TakenMail } from '@pmcw/vault';
import type { ServiceLogger } from '../serviceLogger.ts';
import type { MailObserver } from './metrics.ts';
import type { Deliver, Delivery, OutgoingMail } from './smtp.ts';

/** Bounds of sending. */
export interface MailLimits {
  /** Mails that a process sends at once. */
  readonly atOnce: number;
  /** Longest time for one try, in milliseconds. */
  readonly tryMs: number;
  /** How often it is looked for what is due, in milliseconds; what this process queues is sent at once. */
  readonly lookEveryMs: number;
  /** How long what is being sent may take when the process ends, in milliseconds. */
  readonly graceMs: number;
}

/** The limits unless told otherwise. */
export const mailLimits: MailLimits = { atOnce: 4, tryMs: 60_000, lookEveryMs: 15_000, graceMs: 5_000 };

/** What is taken and not heard of again, its process having died, is another one's after a try and so long. */
const leaseMarginMs = 60_000;
/** Pauses before another try: the first, and the longest; half of each is chance. */
const again = { firstMs: 60_000, mostMs: 60 * 60_000 };
/** A mail that nobody could send for so long is given up. */
const longestMs = 24 * 60 * 60_000;
/** Failures are told once in so long: a server that is away would else fill the log. */
const toldEveryMs = 60_000;

/** What sending works with. */
export interface MailSenderParts {
  readonly mails: Mails;
  /** Writes what was queued; null when there is nobody to write to. */
  readonly write: (mail: TakenMail) => Promise<OutgoingMail | null>;
  readonly deliver: Deliver;
  readonly observe: MailObserver;
  readonly logger: ServiceLogger;
  readonly limits?: Partial<MailLimits> | undefined;
}

/** Sends what is queued, some at once, and tries again what was not taken. Several processes may do so at once. */
export class MailSender {
  readonly #parts: MailSenderParts;
  readonly #limits: MailLimits;
  readonly #sending = new Set<Promise<void>>();
  readonly #cutting = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isClosing = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
    this.#limits = { ...mailLimits, ...parts.limits };
  }

  /** Begins to send. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#limits.lookEveryMs).unref();
    this.wake();
  }

  /** Looks at once whether there is something to send. */
  wake(): void {
    if (this.#timer === null || this.#isWoken) return;
    this.#isWoken = true;
    this.#looking = this.#looking.then(() => {
      this.#isWoken = false;
      return this.#look();
    });
  }

  /** Takes nothing more, waits a moment for what is being sent, and cuts off the rest, which is sent again later. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isClosing = true;
    await this.#looking;
    const waiting = new AbortController();
    const all = Promise.all(this.#sending).then(() => waiting.abort());
    await sleep(this.#limits.graceMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    this.#cutting.abort();
    await all;
  }

  async #look(): Promise<void> {
    const { mails, logger } = this.#parts;
    const room = this.#limits.atOnce - this.#sending.size;
    if (this.#isClosing || room === 0) return;
    try {
      for (const mail of await mails.take(room, this.#limits.tryMs + leaseMarginMs)) this.#begin(mail);
    } catch (error) {
      logger.warn({ err: error }, 'mails could not be looked at; trying again');
    }
  }

  #begin(mail: TakenMail): void {
    const sending = this.#send(mail)
      .catch((error: unknown) => {
        this.#parts.logger.warn({ err: error, kind: mail.kind }, 'a mail is looked at again later');
      })
      .finally(() => {
        this.#sending.delete(sending);
        this.wake();
      });
    this.#sending.add(sending);
  }

  async #send(mail: TakenMail): Promise<void> {
    const { mails, observe, logger } = this.#parts;
    const { id, kind, tries } = mail;
    if (mail.ageMs >= longestMs) {
      await mails.done(id);
      observe(kind, 'given_up');
      return logger.warn({ kind, tries }, 'a mail is given up: nobody took it for a day');
    }
    const delivery = await this.#try(mail);
    if (delivery === null) {
      await mails.done(id);
      return observe(kind, 'dropped');
    }
    observe(kind, delivery.outcome);
    if (delivery.outcome === 'failed') return this.#putBack(mail, delivery.reason);
    await mails.done(id);
    if (delivery.outcome === 'refused') {
      logger.warn({ kind, reason: delivery.reason }, 'a mail is given up: the server refuses it');
    }
  }

  /** Writes and delivers; null when there is nobody to write to. */
  async #try(mail: TakenMail): Promise<Delivery | null> {
    const { write, deliver, logger } = this.#parts;
    let written: OutgoingMail | null;
    try {
      written = await write(mail);
    } catch (error) {
      // The log or the vault, which are told of elsewhere.
      logger.warn({ err: error, kind: mail.kind }, 'a mail could not be written');
      return { outcome: 'failed', reason: 'unwritten' };
    }
    if (written === null) return null;
    return deliver(written, AbortSignal.any([this.#cutting.signal, AbortSignal.timeout(this.#limits.tryMs)]));
  }

  async #putBack({ id, kind, tries }: TakenMail, reason: string): Promise<void> {
    const { mails, logger } = this.#parts;
    // Cut off by our own end: the next process may send it at once.
    if (this.#cutting.signal.aborted) return mails.putBack(id, 0);
    const full = Math.min(again.mostMs, again.firstMs * 2 ** Math.min(tries - 1, 20));
    await mails.putBack(id, full * (0.5 + Math.random() / 2));
    const now = performance.now();
    if (now - this.#toldAt < toldEveryMs) return;
    this.#toldAt = now;
    logger.warn({ kind, reason, tries }, 'mails could not be sent; trying again');
  }
}
