import { type ActivityEntry, activityTypes } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { german } from '../../../base/words/de/index.ts';
import { common } from '../../../base/words/en/common.ts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { type ActivityLanguage, activitySentence } from './sentences.ts';

const number = (value: number) => String(value);
const english: ActivityLanguage = {
  words: activity.english,
  accountTypes: common.english.accountTypes,
  number,
};
const deutsch: ActivityLanguage = {
  words: german.words.activity,
  accountTypes: german.words.common.accountTypes,
  number,
};

const entry = (
  type: ActivityEntry['type'],
  by: ActivityEntry['by'],
  facts: ActivityEntry['facts'] = {},
): ActivityEntry => ({ position: '1', type, by, occurredAt: '2026-01-01T00:00:00.000Z', facts });

describe('an entry of the member’s own activity', () => {
  it.each([
    [entry('WalletAdded', 'self', { network: 'ETH' }), 'You added a wallet address: Ethereum'],
    [entry('SignInMethodAdded', 'self', { kind: 'passkey' }), 'You added a way to sign in: passkey'],
    [entry('WalletProved', 'self'), 'You proved a wallet address by signature'],
    [entry('WalletRemoved', 'administrator'), 'An administrator removed one of your wallet addresses'],
    [
      entry('WalletRemoved', 'member', { cause: 'proved_by_another' }),
      'A wallet address was removed from your profile, because another member proved it is theirs',
    ],
    [entry('SocialLinkAdded', 'self', { platform: 'github' }), 'You linked your account: GitHub'],
    [entry('UserRegistered', 'self', { userType: 'Charity' }), 'You registered as Charity'],
    [entry('AdminGranted', 'system'), 'The system made you an administrator'],
    [
      entry('TokensSet', 'administrator', { pmcwTokens: 7, cause: 'set' }),
      'An administrator set your PMCW tokens to 7',
    ],
    [
      entry('TokensSet', 'administrator', { pmcwTokens: 1, cause: 'verified' }),
      'Your verification gave you PMCW tokens: 1',
    ],
    [
      entry('TokensSet', 'administrator', { pmcwTokens: 0, cause: 'unverified' }),
      'You lost your PMCW tokens with your verification',
    ],
  ])('%j is "%s"', (described, sentence) => {
    expect(activitySentence(described, english)).toBe(sentence);
  });

  it('names the actor in German, too', () => {
    expect(activitySentence(entry('UserVerified', 'administrator'), deutsch)).toBe(
      'Ein Administrator hat dein Profil verifiziert',
    );
    expect(activitySentence(entry('PasswordChanged', 'self'), deutsch)).toBe(
      'Du hast dein Passwort geändert',
    );
  });

  it.each(activityTypes)('of the kind %s has a sentence in both languages', (type) => {
    const described = entry(type, 'self', { network: 'ETH', pmcwTokens: 1 });
    expect(activitySentence(described, english)).not.toBe(activitySentence(described, deutsch));
  });
});
