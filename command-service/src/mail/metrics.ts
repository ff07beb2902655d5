import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * What became of a mail: `queued`; `sent`; `failed`, to be tried again; `refused` for good by a server; `given_up` after a day;
 * `dropped`, for there is nobody to send it to.
 */
export type MailOutcome = 'queued' | 'sent' | 'failed' | 'refused' | 'given_up' | 'dropped';

/** Hears what became of a mail of a kind. */
export type MailObserver = (kind: string, outcome: MailOutcome) => void;

/** Counts mails into a registry, and measures how many wait; nowhere when there is none. @param waiting 0 where no mail is sent */
export function countMails(registry: Registry | undefined, waiting: () => Promise<number>): MailObserver {
  if (registry === undefined) return () => undefined;
  const mails = new Counter({
    name: 'mails_total',
    help: 'Mails, by kind and what became of them',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'mails_waiting',
    help: 'Mails that wait to be sent, of all processes',
    registers: [registry],
    async collect() {
      // Without an answer the last one stands: what else is measured must not hang on the vault.
      await waiting().then(
        (count) => this.set(count),
        () => undefined,
      );
    },
  });
  return (kind, outcome) => mails.inc({ kind, outcome });
}
