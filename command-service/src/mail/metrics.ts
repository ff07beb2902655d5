import { Counter, Gauge, type Registry } from 'prom-client';

/** `failed` is retried, `refused` is final, `given_up` comes after a day, `dropped` had no recipient. */
export type MailOutcome = 'queued' | 'sent' | 'failed' | 'refused' | 'given_up' | 'dropped';

export type MailObserver = (kind: string, outcome: MailOutcome) => void;

/** @param waiting 0 if no mail is sent */
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
      // The last value remains: other metrics must not depend on the vault.
      await waiting().then(
        (count) => this.set(count),
        () => undefined,
      );
    },
  });
  return (kind, outcome) => mails.inc({ kind, outcome });
}
