import { type ActivityEntry, networkName, socialPlatforms } from '@pmcw/contracts';
import type { Words } from '../../../base/words/catalogue.ts';
import { common } from '../../../base/words/en/common.ts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { type Formats, useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';

export interface ActivityLanguage {
  readonly words: Words['activity'];
  readonly accountTypes: Words['common']['accountTypes'];
  readonly number: Formats['number'];
}

export function activitySentence(entry: ActivityEntry, language: ActivityLanguage): string {
  const { words } = language;
  const { type, by, facts } = entry;
  const what = whatOf(facts, language);
  if (type === 'TokensSet' && facts.cause === 'verified') return words.tokensByVerification(what);
  if (type === 'TokensSet' && facts.cause === 'unverified') return words.tokensGone;
  if (facts.cause === 'proved_by_another') return words.addressProvedByAnother;
  return words.sentences[type](words.who[by], what);
}

function whatOf(facts: ActivityEntry['facts'], { words, accountTypes, number }: ActivityLanguage): string {
  const { network, platform, userType, kind, pmcwTokens, member } = facts;
  if (network !== undefined) return networkName(network);
  if (platform !== undefined) return socialPlatforms[platform].name;
  if (userType !== undefined) return accountTypes[userType];
  if (kind !== undefined) return words.signInMethods[kind];
  if (member !== undefined) return member === null ? words.erasedMember : `@${member}`;
  return pmcwTokens === undefined ? '' : number(pmcwTokens);
}

export function useActivitySentence(): (entry: ActivityEntry) => string {
  const words = useWords(activity);
  const { accountTypes } = useWords(common);
  const { number } = useFormats();
  return (entry) => activitySentence(entry, { words, accountTypes, number });
}
