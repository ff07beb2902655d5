import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { describe, expect, it } from 'vitest';
import { isMailKind } from './kinds.ts';
import {
  listEvents,
  oldestMs,
  securityEvents,
  securityNotice,
  signInBudget,
  signInEvents,
} from './securityMails.ts';

const now = new Date('2026-03-02T12:00:00Z');
const wallet = { userId: 7, walletId: 'w', network: 'ETH', address: '0x1' };
const unproved = { statement: null, signature: null, scheme: null, provedAt: null };

/** One of each event with a mail of its own, and of those reported together. */
const signIn: readonly ProductEvent[] = [
  { type: 'PasswordChanged', data: { userId: 7 } },
  { type: 'PasswordReset', data: { userId: 7 } },
  { type: 'ResetLinkIssued', data: { userId: 7 } },
  { type: 'SignInMethodAdded', data: { userId: 7, methodId: 'password', kind: 'password' } },
  { type: 'SignInMethodRemoved', data: { userId: 7, methodId: 'm', kind: 'passkey' } },
];
const social = { userId: 7, socialId: 's', platform: 'github', username: 'ada' } as const;
const list: readonly ProductEvent[] = [
  { type: 'WalletAdded', data: wallet },
  { type: 'WalletRestored', data: { ...wallet, ...unproved, addedAt: '2026-03-01T00:00:00Z' } },
  { type: 'WalletRemoved', data: { userId: 7, walletId: 'w' } },
  { type: 'SocialLinkAdded', data: social },
  { type: 'SocialLinkRestored', data: social },
  { type: 'SocialLinkRemoved', data: { userId: 7, socialId: 's' } },
];
const mailed = [...signIn, ...list];

const recorded = (event: ProductEvent, time = now): RecordedEvent<ProductEvents> => ({
  ...event,
  eventId: 'e',
  stream: 'user-7',
  revision: 1,
  position: 1n,
  metadata: { actorId: 7, correlationId: 'c', causationId: 'd', time: time.toISOString() },
});

describe('an event with a mail to its member', () => {
  it('is each followed event', () => {
    expect(signIn.map(({ type }) => type)).toEqual(signInEvents);
    expect(list.map(({ type }) => type)).toEqual(listEvents);
    expect(securityEvents).toEqual(['UserRegistered', ...signInEvents, ...listEvents]);
  });

  it('can be a registration: the mail asks to confirm the address, outside the others’ budget', () => {
    const data = { userId: 7, username: 'ada', fullName: 'Ada', email: 'ada@example.org' };
    const event = {
      type: 'UserRegistered',
      data: { ...data, telegramHandle: '', userType: 'General User' },
    } as const;
    const mail = { id: 'e', userId: 7, kind: 'email_confirmation', facts: {}, language: null };
    expect(securityNotice(recorded(event), now)).toEqual({ how: 'at-once', mail });
    expect(signInBudget.kinds).not.toContain('email_confirmation');
  });

  it.each(signIn)('makes one mail at once, by the event’s id and with ids only: $type', (event) => {
    const notice = securityNotice(recorded(event), now);
    if (notice?.how !== 'at-once') throw new Error('not mailed at once');
    const { mail } = notice;
    expect(mail).toMatchObject({ id: 'e', userId: 7, language: null });
    expect(isMailKind(mail.kind)).toBe(true);
    expect(signInBudget.kinds).toContain(mail.kind);
    const by = event.type === 'ResetLinkIssued' ? { by: '7' } : {};
    expect(mail.facts).toEqual({ ...by, at: now.toISOString() });
  });

  it.each(list)('is reported with others, outside the budget of security mails: $type', (event) => {
    const mail = { id: 'e', userId: 7, language: null, kind: 'list_changes' };
    expect(securityNotice(recorded(event), now)).toEqual({ how: 'together', mail });
    expect(signInBudget.kinds).not.toContain(mail.kind);
  });

  it('is mailed within a day, and not later', () => {
    for (const event of mailed) {
      expect(securityNotice(recorded(event, new Date(now.getTime() - oldestMs + 1)), now)).not.toBeNull();
      expect(securityNotice(recorded(event, new Date(now.getTime() - oldestMs)), now)).toBeNull();
    }
  });

  it('is no other event', () => {
    const other = { type: 'AdminGranted', data: { userId: 7 } } as const;
    expect(securityNotice(recorded(other), now)).toBeNull();
  });
});
