import type { HistoryEntry } from '@pmcw/contracts';
import { auditedEvents } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { german } from '../../../../base/words/de/index.ts';
import { history } from '../../../../base/words/en/admin/history.ts';
import { common } from '../../../../base/words/en/common.ts';
import { reports } from '../../../../base/words/en/reports/reports.ts';
import { eventGroups, groupOf } from '../../../../members/look/eventGroups.ts';
import { historySentences } from './sentences.ts';

const number = (value: number) => String(value);
const english = historySentences({
  words: history.english,
  accountTypes: common.english.accountTypes,
  reporting: reports.english,
  number,
});
const inGerman = historySentences({
  words: german.words.history,
  accountTypes: german.words.common.accountTypes,
  reporting: german.words.reports,
  number,
});

const boss = { id: 1, username: 'boss' };
const ada = { id: 2, username: 'ada' };
const entry = (type: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ position: '7', eventId: 'e', stream: 'user-2', revision: 3, type, actor: boss, target: ada },
  ...{ occurredAt: '2026-01-01T00:00:00Z', correlationId: 'r', causationId: 'c', undoes: null, facts: {} },
  ...more,
});

const types = Object.keys(auditedEvents);

describe('every event type', () => {
  it.each(types)('%s has a sentence, a name and a group, in both languages', (type) => {
    expect(Object.keys(history.english.sentences)).toContain(type);
    expect(Object.keys(history.english.types)).toContain(type);
    expect(groupOf(type)).not.toBeNull();
    const sentences = [english, inGerman].map(({ sentence }) =>
      sentence(entry(type, { facts: { title: 'x' } })),
    );
    expect(new Set(sentences).size).toBe(2);
    for (const sentence of sentences) expect(sentence).toMatch(/@boss|@ada/);
    expect(sentences.join()).not.toMatch(/undefined|null|\[object/);
  });

  it('is offered once, and nothing else is', () => {
    const offered = eventGroups.flatMap(([, group]) => group);
    expect(offered.toSorted()).toEqual(types.toSorted());
    expect(Object.keys(history.english.sentences).sort()).toEqual(types.toSorted());
    expect(Object.keys(history.english.types).sort()).toEqual(types.toSorted());
  });
});

describe('a sentence', () => {
  it.each([
    [entry('UserVerified'), '@boss verified @ada'],
    [
      entry('TokensSet', { facts: { pmcwTokens: 12, cause: 'set' } }),
      '@boss set the PMCW tokens of @ada to 12',
    ],
    [
      entry('TokensSet', { facts: { pmcwTokens: 1, cause: 'verified' } }),
      'The verification gave @ada 1 PMCW token',
    ],
    [
      entry('UserTypeChanged', { facts: { userType: 'Charity' } }),
      '@boss made the account of @ada a Charity',
    ],
    [
      entry('WalletAdded', { actor: ada, facts: { network: 'ETH' } }),
      '@ada added a wallet address: Ethereum',
    ],
    [
      entry('WalletProved', { actor: ada, facts: { scheme: 'eip-191' } }),
      '@ada proved a wallet address by signature',
    ],
    [
      entry('SignInMethodRemoved', { actor: ada, facts: { methodId: 'm', kind: 'passkey' } }),
      '@ada removed a way to sign in: passkey',
    ],
    [entry('WalletRemoved'), '@boss removed a wallet address of @ada'],
    [entry('WalletRemoved', { actor: ada }), '@ada removed one of their wallet addresses'],
    [entry('SocialLinkAdded', { actor: ada, facts: { platform: 'github' } }), '@ada linked GitHub'],
    [entry('MessageSent', { facts: { receiverId: 2, messageType: 'text' } }), '@boss wrote to @ada'],
    [
      entry('MessageSent', { target: null, facts: { receiverId: null, messageType: 'voice' } }),
      '@boss sent a voice message to the global chat',
    ],
    [
      entry('ContentReported', { facts: { kind: 'profile', itemId: null, reason: 'impersonation' } }),
      '@boss reported the profile of @ada: Impersonation',
    ],
    [
      entry('ContentReported', { facts: { kind: 'address', itemId: 'w', reason: 'scam' } }),
      '@boss reported an address of @ada: Scam',
    ],
    [
      entry('ContentReported', { facts: { kind: 'message', itemId: 'm', reason: 'abuse' } }),
      '@boss reported a message of @ada: Abuse',
    ],
    [
      entry('CaseClosed', { facts: { memberId: 2, outcome: 'warned' } }),
      '@boss decided on reports about @ada: Warned',
    ],
    [
      entry('ReportAnswered', { actor: null, facts: { outcome: 'dismissed' } }),
      '@ada got the outcome of their report: Dismissed',
    ],
    [
      entry('SettingsChanged', { target: null, facts: { tokenSupply: 3, registrationOpen: false } }),
      '@boss changed the settings: token supply, registration',
    ],
    [entry('AdminGranted', { actor: null }), 'The system made @ada an administrator'],
    [entry('UserDeleted', { target: { id: 2, username: null } }), '@boss deleted the account of #2'],
    [entry('SomethingNew'), '@boss: SomethingNew (@ada)'],
  ])('describes the event: %#', (described, sentence) => {
    expect(english.sentence(described)).toBe(sentence);
  });
});
