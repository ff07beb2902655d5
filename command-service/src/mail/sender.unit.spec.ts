import { silent } from '@pmcw/resilience';
import { eventually } from '@pmcw/testing/eventually';
import type { Mails, TakenMail } from '@pmcw/vault';
import { expect, it } from 'vitest';
import { MailSender } from './sender.ts';
import type { Delivery, OutgoingMail } from './smtp.ts';

/** A queue in memory. */
function queueOf(count: number) {
  const waiting = Array.from({ length: count }, (_, n): TakenMail => {
    const mail = { id: String(n), userId: 7, kind: 'passkey_added', facts: {}, language: null };
    return { ...mail, createdAt: new Date(), ageMs: 0, tries: 1 };
  });
  const done: string[] = [];
  const back: string[] = [];
  const mails: Mails = {
    queue: async () => 'queued',
    collect: async () => true,
    take: async (most) => waiting.splice(0, most),
    done: async (id) => void done.push(id),
    putBack: async (id) => void back.push(id),
    languageOf: async () => null,
    waiting: async () => waiting.length,
  };
  return { mails, done, back };
}

const written: OutgoingMail = { to: 'a@b', messageId: '<m>', subject: 's', text: 't', html: 'h' };

/** A sender whose server answers on demand, and its open mails. */
function senderOf(mails: Mails, graceMs: number) {
  const open = new Set<(delivery: Delivery) => void>();
  let most = 0;
  const sender = new MailSender({
    mails,
    write: async () => written,
    deliver: (_mail, signal) =>
      new Promise((resolve) => {
        open.add(resolve);
        most = Math.max(most, open.size);
        signal.addEventListener('abort', () => resolve({ outcome: 'failed', reason: 'EABORT' }));
      }),
    observe: () => undefined,
    logger: silent,
    limits: { atOnce: 4, graceMs },
  });
  const answer = () => {
    for (const resolve of open) resolve({ outcome: 'sent' });
    open.clear();
  };
  return { sender, open, answer, most: () => most };
}

it('sends a limited number of mails at once, until the queue is empty', async () => {
  const { mails, done } = queueOf(10);
  const { sender, open, answer, most } = senderOf(mails, 60_000);
  sender.start();
  for (const inHand of [4, 4, 2]) {
    await eventually(() => expect(open.size).toBe(inHand));
    answer();
  }
  await eventually(() => expect(done).toHaveLength(10));
  expect(most()).toBe(4);
  await sender.close();
});

it('waits at the end for mails being sent', async () => {
  const { mails, done, back } = queueOf(3);
  const { sender, open, answer } = senderOf(mails, 60_000);
  sender.start();
  await eventually(() => expect(open.size).toBe(3));
  const closing = sender.close();
  answer();
  await closing;
  expect([done.length, back.length]).toEqual([3, 0]);
});

it('cancels them if that takes too long, so that another process sends them', async () => {
  const { mails, done, back } = queueOf(3);
  const { sender, open } = senderOf(mails, 0);
  sender.start();
  await eventually(() => expect(open.size).toBe(3));
  await sender.close();
  expect([done.length, back.length]).toEqual([0, 3]);
});
