/** The shortest addresses of known networks, Bitcoin's `1…`, have 26 characters. */
const shortest = 26;

/**
 * Runs of the characters of addresses, and of those that can imitate or interrupt them: invisible ones, combining
 * marks, Greek, Cyrillic, full width and mathematical letters. A single class, so that its time is linear.
 */
const runs = new RegExp(
  String.raw`[0-9A-Za-z\p{Default_Ignorable_Code_Point}\p{M}\u0370-\u052f\uff10-\uff5a\u{1d400}-\u{1d7ff}]{${shortest},}`,
  'gu',
);

/** Whether a text needs the code that checks addresses. Costs one regular expression. */
export const mayHoldAddress = (text: string): boolean => text.search(runs) !== -1;

export const candidatesIn = (text: string) => text.matchAll(runs);
