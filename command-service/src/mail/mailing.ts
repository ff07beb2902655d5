import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { MailBudget, NewMail, Vault } from '@pmcw/vault';
import type { Registry } from 'prom-client';
import { LogFollower } from '../handling/logFollower.ts';
import type { Members } from '../members/members.ts';
import { writeMail } from './contents.ts';
import { countMails, type MailObserver } from './metrics.ts';
import {
  listDelayMs,
  overBudgetDelayMs,
  securityEvents,
  securityNotice,
  signInBudget,
} from './securityMails.ts';
import { type MailLimits, MailSender, mailLimits } from './sender.ts';
import { type MailServer, smtpDelivery } from './smtp.ts';

export interface MailOptions extends MailServer {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly limits?: Partial<MailLimits> | undefined;
}

export interface MailingParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'mails' | 'bookmarks' | 'resetLinks' | 'confirmLinks'>;
  readonly members: Members;
  readonly logger: Logger;
  readonly registry: Registry | undefined;
  readonly clock: () => Date;
}

export interface Mailing {
  send(mail: NewMail): Promise<void>;
  /** Of mails about changes. */
  followed(): Followed;
  /** Follows the log from where it was left off, or from the head. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Null if the site sends no mail. */
export function createMailing(parts: MailingParts, options: MailOptions | undefined): Mailing | null {
  const { vault, logger, registry, clock } = parts;
  const { mails } = vault;
  if (options === undefined) {
    countMails(registry, async () => 0);
    return null;
  }
  const observe = countMails(registry, () => mails.waiting());
  const { tryMs } = { ...mailLimits, ...options.limits };
  const sender = new MailSender({
    mails,
    write: (mail) => writeMail({ ...parts, publicUrl: options.publicUrl }, mail),
    deliver: smtpDelivery(options, tryMs),
    observe,
    logger,
    limits: options.limits,
  });
  const queueing = { mails, observe, sender };
  const follower = new LogFollower({
    ...parts,
    bookmark: 'mails',
    types: securityEvents,
    from: 'head',
    lost: 'mails about changes pause; trying again',
    handle: async (events: readonly RecordedEvent<ProductEvents>[]) => {
      for (const event of events) await notify(queueing, event, clock());
    },
  });
  return {
    async send(mail) {
      await queueAndWake(queueing, mail);
    },
    followed: () => follower.followed,
    async start() {
      await follower.begin();
      follower.start();
      sender.start();
    },
    async close() {
      await follower.close();
      await sender.close();
    },
  };
}

interface Queueing {
  readonly mails: Vault['mails'];
  readonly observe: MailObserver;
  readonly sender: MailSender;
}

async function queueAndWake(
  { mails, observe, sender }: Queueing,
  mail: NewMail,
  budget?: MailBudget,
): Promise<'queued' | 'left_out' | 'over_budget'> {
  const outcome = await mails.queue(mail, budget);
  if (outcome === 'queued') observe(mail.kind, 'queued');
  sender.wake();
  return outcome;
}

async function collect(
  { mails, observe }: Queueing,
  mail: Omit<NewMail, 'facts'>,
  position: bigint,
  ms: number,
): Promise<void> {
  if (await mails.collect(mail, position, ms)) observe(mail.kind, 'queued');
}

async function notify(queueing: Queueing, event: RecordedEvent<ProductEvents>, now: Date): Promise<void> {
  const notice = securityNotice(event, now);
  if (notice === null) return;
  if (notice.how === 'together') return collect(queueing, notice.mail, event.position, listDelayMs);
  if ((await queueAndWake(queueing, notice.mail, signInBudget)) !== 'over_budget') return;
  const { facts: _, ...mail } = notice.mail;
  await collect(queueing, { ...mail, kind: 'sign_in_changes' }, event.position, overBudgetDelayMs);
}
