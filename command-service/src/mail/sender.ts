import type { Logger } from '@pmcw/resilience';
import { backoffMs } from '@pmcw/resilience';
import type { Mails, TakenMail } from '@pmcw/vault';
import { QueueWorker } from '../handling/queueWorker.ts';
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
  readonly #tryMs: number;
  readonly #worker: QueueWorker<TakenMail>;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(parts: MailSenderParts) {
    const { mails, logger } = parts;
    const { tryMs, ...limits } = { ...mailLimits, ...parts.limits };
    this.#parts = parts;
    this.#tryMs = tryMs;
    this.#worker = new QueueWorker({
      ...limits,
      take: (most) => mails.take(most, tryMs + leaseMarginMs),
      work: (mail, signal) => this.#send(mail, signal),
      onFailedLook: (error) => logger.warn({ err: error }, 'mails could not be looked at; trying again'),
      onFailedItem: (error, { kind }) => logger.warn({ err: error, kind }, 'a mail is looked at again later'),
    });
  }

  start(): void {
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  /** Cancels mails that take too long, which are sent again later. */
  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #send(mail: TakenMail, cut: AbortSignal): Promise<void> {
    const { mails, observe, logger } = this.#parts;
    const { id, kind, tries } = mail;
    if (mail.ageMs >= longestMs) {
      await mails.done(id);
      observe(kind, 'given_up');
      return logger.warn({ kind, tries }, 'a mail is given up: no server took it for a day');
    }
    const delivery = await this.#try(mail, cut);
    if (delivery === null) {
      await mails.done(id);
      return observe(kind, 'dropped');
    }
    observe(kind, delivery.outcome);
    if (delivery.outcome === 'failed') return this.#putBack(mail, delivery.reason, cut);
    await mails.done(id);
    if (delivery.outcome === 'refused') {
      logger.warn({ kind, reason: delivery.reason }, 'a mail is given up: the server refuses it');
    }
  }

  async #try(mail: TakenMail, cut: AbortSignal): Promise<Delivery | null> {
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
    return deliver(written, AbortSignal.any([cut, AbortSignal.timeout(this.#tryMs)]));
  }

  async #putBack({ id, kind, tries }: TakenMail, reason: string, cut: AbortSignal): Promise<void> {
    const { mails, logger } = this.#parts;
    // The next process may send it at once.
    if (cut.aborted) return mails.putBack(id, 0);
    await mails.putBack(id, backoffMs(tries, retryMs));
    const now = performance.now();
    if (now - this.#toldAt < toldEveryMs) return;
    this.#toldAt = now;
    logger.warn({ kind, reason, tries }, 'mails could not be sent; trying again');
  }
}
