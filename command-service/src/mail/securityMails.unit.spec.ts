import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { describe, expect, it } from 'vitest';
import { isMailKind } from './kinds.ts';
import { oldestMs, securityEvents, securityMail } from './securityMails.ts';

const now = new Date('2026-03-02T12:00:00Z');
const wallet = { userId: 7, walletId: 'w', network: 'ETH', address: '0x1' };
const unproved = { statement: null, signature: null, scheme: null, provedAt: null };

/** One of each event that is told. */
const told: readonly ProductEvent[] = [
  { type: 'PasswordChanged', data: { userId: 7 } },
  { type: 'PasswordReset', data: { userId: 7 } },
  { type: 'ResetLinkIssued', data: { userId: 7 } },
  { type: 'WalletAdded', data: wallet },
  { type: 'WalletRestored', data: { ...wallet, ...unproved, addedAt: '2026-03-01T00:00:00Z' } },
  { type: 'WalletRemoved', data: { userId: 7, walletId: 'w' } },
  { type: 'SignInMethodAdded', data: { userId: 7, methodId: 'password', kind: 'password' } },
  { type: 'SignInMethodRemoved', data: { userId: 7, methodId: 'm', kind: 'passkey' } },
];

const recorded = (event: ProductEvent, time = now): RecordedEvent<ProductEvents> => ({
  ...event,
  eventId: 'e',
  stream: 'user-7',
  revision: 1,
  position: 1n,
  metadata: { actorId: 7, correlationId: 'c', causationId: 'd', time: time.toISOString() },
});

describe('an event that its member is told of', () => {
  it('is each that is followed', () => {
    expect(told.map(({ type }) => type)).toEqual(securityEvents);
  });

  it.each(told)('makes one mail, known by the event, with ids only: $type', (event) => {
    const mail = securityMail(recorded(event), now);
    expect(mail).toMatchObject({ id: 'e', userId: 7, language: null });
    expect(isMailKind(mail?.kind ?? '')).toBe(true);
    const { at, ...ids } = mail?.facts ?? {};
    expect(at).toBe(now.toISOString());
    const by = event.type === 'ResetLinkIssued' ? { by: '7' } : {};
    expect(ids).toEqual({ ...by, ...('walletId' in event.data ? { walletId: 'w' } : {}) });
  });

  it('is told within a day, and not after it', () => {
    for (const event of told) {
      expect(securityMail(recorded(event, new Date(now.getTime() - oldestMs + 1)), now)).not.toBeNull();
      expect(securityMail(recorded(event, new Date(now.getTime() - oldestMs)), now)).toBeNull();
    }
  });

  it('is no other', () => {
    const other = { type: 'AdminGranted', data: { userId: 7 } } as const;
    expect(securityMail(recorded(other), now)).toBeNull();
  });
});
