import type { Logger } from '@pmcw/resilience';
import { backoffMs, pause } from '@pmcw/resilience';
import type { Mails, TakenMail } from '@pmcw/vault';
import type { MailObserver } from './metrics.ts';
import type { Deliver, Delivery, OutgoingMail } from './smtp.ts';

export interface MailLimits {
  readonly atOnce: number;
  readonly tryMs: number;
  /** Mails of this process are sent at once. */
  readonly lookEveryMs: number;
  /** For mails being sent when the process ends. */
  readonly graceMs: number;
}

export const mailLimits: MailLimits = { atOnce: 4, tryMs: 60_000, lookEveryMs: 15_000, graceMs: 5_000 };

/** Another process may take the mail after a try and this. */
const leaseMarginMs = 60_000;
/** Half of each pause is random. */
const retryMs = { firstMs: 60_000, mostMs: 60 * 60_000 };
const longestMs = 24 * 60 * 60_000;
/** Otherwise, an unavailable server would fill the log. */
const toldEveryMs = 60_000;

export interface MailSenderParts {
  readonly mails: Mails;
  /** Null if there is no recipient. */
  readonly write: (mail: TakenMail) => Promise<OutgoingMail | null>;
  readonly deliver: Deliver;
  readonly observe: MailObserver;
  readonly logger: Logger;
  readonly limits?: Partial<MailLimits> | undefined;
}

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

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#limits.lookEveryMs).unref();
    this.wake();
  }

  wake(): void {
    if (this.#timer === null || this.#isWoken) return;
    this.#isWoken = true;
    this.#looking = this.#looking.then(() => {
      this.#isWoken = false;
      return this.#look();
    });
  }

  /** Cancels mails that take too long, which are sent again later. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isClosing = true;
    await this.#looking;
    const waiting = new AbortController();
    const all = Promise.all(this.#sending).then(() => waiting.abort());
    await pause(this.#limits.graceMs, waiting.signal);
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
      return logger.warn({ kind, tries }, 'a mail is given up: no server took it for a day');
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

  async #try(mail: TakenMail): Promise<Delivery | null> {
    const { write, deliver, logger } = this.#parts;
    let written: OutgoingMail | null;
    try {
      written = await write(mail);
    } catch (error) {
      // Logged elsewhere.
      logger.warn({ err: error, kind: mail.kind }, 'a mail could not be written');
      return { outcome: 'failed', reason: 'unwritten' };
    }
    if (written === null) return null;
    return deliver(written, AbortSignal.any([this.#cutting.signal, AbortSignal.timeout(this.#limits.tryMs)]));
  }

  async #putBack({ id, kind, tries }: TakenMail, reason: string): Promise<void> {
    const { mails, logger } = this.#parts;
    // The next process may send it at once.
    if (this.#cutting.signal.aborted) return mails.putBack(id, 0);
    await mails.putBack(id, backoffMs(tries, retryMs));
    const now = performance.now();
    if (now - this.#toldAt < toldEveryMs) return;
    this.#toldAt = now;
    logger.warn({ kind, reason, tries }, 'mails could not be sent; trying again');
  }
}
