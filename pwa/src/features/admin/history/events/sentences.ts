import { type HistoryEntry, type HistoryMember, networkName, socialPlatforms } from '@pmcw/contracts';
import type { Words } from '../../../../base/words/catalogue.ts';
import { history } from '../../../../base/words/en/admin/history.ts';
import { common } from '../../../../base/words/en/common.ts';
import { reports } from '../../../../base/words/en/reports/reports.ts';
import { type Formats, useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';

type Sentence = (who: string, whom: string, what: string) => string;

interface HistoryLanguage {
  readonly words: Words['history'];
  readonly accountTypes: Words['common']['accountTypes'];
  readonly reporting: Pick<Words['reports'], 'reasons' | 'outcomes'>;
  readonly number: Formats['number'];
}

/** Describes events in the current language. */
interface HistorySentences {
  readonly sentence: (entry: HistoryEntry) => string;
  readonly kind: (type: string) => string;
  /** A member's name, or number if erased; the system for null. */
  readonly member: (member: HistoryMember | null) => string;
}

export function historySentences(language: HistoryLanguage): HistorySentences {
  const { words } = language;
  const member = (of: HistoryMember | null) => {
    if (of === null) return words.system;
    return of.username === null ? words.aNumber(String(of.id)) : `@${of.username}`;
  };
  const kinds = new Map<string, string>(Object.entries(words.types));
  const kind = (type: string) => kinds.get(type) ?? type;
  return {
    member,
    kind,
    sentence(entry) {
      const sentence = sentenceFor(entry, words) ?? words.unknown;
      const what = kinds.has(entry.type) ? whatOf(entry, language) : entry.type;
      return sentence(member(entry.actor), entry.target === null ? '' : member(entry.target), what);
    },
  };
}

export function useHistorySentences(): HistorySentences {
  const words = useWords(history);
  const { accountTypes } = useWords(common);
  const { number } = useFormats();
  const reporting = useWords(reports);
  return historySentences({ words, accountTypes, reporting, number });
}

function sentenceFor(entry: HistoryEntry, words: Words['history']): Sentence | undefined {
  const { type, actor, target } = entry;
  const particular = particularOf(entry, words.particular);
  if (particular !== null) return particular;
  const isOwn = actor?.id === target?.id;
  const byOthers = new Map<string, Sentence>(Object.entries(words.byOthers)).get(type);
  if (!isOwn && actor !== null && byOthers !== undefined) return byOthers;
  return new Map<string, Sentence>(Object.entries(words.sentences)).get(type);
}

function particularOf({ type, facts }: HistoryEntry, words: Words['history']['particular']): Sentence | null {
  const { cause, receiverId, messageType, kind, isRemoval } = facts;
  if (type === 'TokensSet' && cause === 'verified') return words.TokensSetVerified;
  if (type === 'TokensSet' && cause === 'unverified') return words.TokensSetUnverified;
  if (cause === 'proved_by_another') return words.AddressProvedByAnother;
  if (type === 'ContentReported' && kind === 'address') return words.AddressReported;
  if (type === 'ContentReported' && kind === 'message') return words.MessageReported;
  if (type === 'MessageDeleted' && isRemoval === true) return words.MessageRemoved;
  if (type !== 'MessageSent') return null;
  if (messageType === 'voice') return receiverId === null ? words.VoiceSentToAll : words.VoiceSent;
  return receiverId === null ? words.MessageSentToAll : null;
}

function whatOf({ facts }: HistoryEntry, language: HistoryLanguage): string {
  const { words, accountTypes, reporting, number } = language;
  const { outcome, reason, pmcwTokens, userType, network, platform, kind, title, memberId } = facts;
  if (typeof outcome === 'string') return named(reporting.outcomes, outcome);
  if (typeof reason === 'string') return named(reporting.reasons, reason);
  if (typeof pmcwTokens === 'number') return number(pmcwTokens);
  if (typeof userType === 'string') return named(accountTypes, userType);
  if (typeof network === 'string') return networkName(network);
  if (typeof platform === 'string') return named(platformNames, platform);
  if (typeof kind === 'string') return named(words.signInMethods, kind);
  if (typeof title === 'string') return title;
  if (typeof memberId === 'number') return words.aNumber(String(memberId));
  return Object.keys(facts)
    .filter((name) => Object.hasOwn(words.settingNames, name))
    .map((name) => named(words.settingNames, name))
    .join(', ');
}

const platformNames = Object.fromEntries(
  Object.entries(socialPlatforms).map(([code, { name }]) => [code, name]),
);

/** Returns the code itself if it has no name. */
const named = (names: Readonly<Record<string, string>>, code: string): string =>
  Object.entries(names).find(([name]) => name === code)?.[1] ?? code;
