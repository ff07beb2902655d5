/** A wording to avoid (CONTRIBUTING.md "Language"), and better ones. */
export interface Rule {
  readonly avoid: RegExp;
  readonly write: string;
}

/** Rules for all text, including the interface. */
export const everywhere: readonly Rule[] = [
  { avoid: /\bwho(m|so)?ever\b/i, write: 'anyone who, the caller, the member' },
  { avoid: /\banew\b/i, write: 'again, restart' },
  { avoid: /\b(is|are|was|were|been|being|be) told\b|\btold of\b/i, write: 'is notified, reports, logs' },
  { avoid: /\bstands\b(?! for\b)/i, write: 'is, is in, remains, appears' },
  { avoid: /\b(goes|went) on\b/i, write: 'continues' },
  { avoid: /\bby now\b|\bmeanwhile\b/i, write: 'already; or nothing' },
  { avoid: /\bany more\b|\bis no more\b/i, write: 'no longer, is gone' },
  { avoid: /\bby (itself|themselves|himself)\b/i, write: 'automatically' },
  { avoid: /\boneself\b|\bone['’]s\b/i, write: 'you, your' },
  { avoid: /\bfor ever\b/i, write: 'permanently' },
  { avoid: /\btelephones?\b/i, write: 'phone' },
];

/** Rules for comments, pages, titles of specs and messages for developers and operators. */
export const inCode: readonly Rule[] = [
  ...everywhere,
  {
    avoid:
      /\bwho (asks|knows|has|is|was|waits|looks|comes|reads|writes|can|may|proved|signs)\b(?=[^?]*$)(?<=\b(to|of|by|from|with|than|and|lets|let|asks|tells|shows|hands|^) who \w+)/i,
    write: 'name the actor: the caller, a member',
  },
  { avoid: /\b(told|tells?)\b/i, write: 'reports, answers, notifies, logs' },
  { avoid: /\bst(and|ood|anding)\b(?! for\b)/i, write: 'is, remains, appears' },
  { avoid: /\b(begins?|began|begun|beginning)\b/i, write: 'starts, the start' },
  { avoid: /\b(somebody|nobody|everybody)\b/i, write: 'another process, no member, every caller' },
  { avoid: /\b(by|in|of) which\b/i, write: 'rephrase, or drop the clause' },
  { avoid: /\b(is|are|was|were) away\b/i, write: 'is unavailable, is down' },
  { avoid: /\b(is|are) to be\b/i, write: 'should, must' },
  {
    avoid: /\b(has|have|had|keeps?|kept|hands?|takes?|gets?|gives?) the keyboard\b/i,
    write: 'has, keeps or moves focus',
  },
  { avoid: /\blets? in\b/i, write: 'authorizes' },
  { avoid: /\bnow and then red\b/i, write: 'flaky' },
  { avoid: /\bmend(s|ed|ing)?\b/i, write: 'fix' },
  { avoid: /\bdesign "|\bissue (\d+\b|")/i, write: 'the reason, or a page of this repository' },
];

/** Rules for the start of a comment. */
export const atStart: readonly Rule[] = [
  {
    avoid: /^(What|Who)\b(?![^.]*\?)/,
    write: 'name the thing: "Options of a feed.", not "What a feed needs."',
  },
  { avoid: /^(Props of `|See `|See the English words)/, write: 'nothing: the name already says it' },
];
