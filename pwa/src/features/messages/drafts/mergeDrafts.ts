import { isVisible, limits } from '@pmcw/contracts';

/** A draft as devices agree on it: what stands in the composer, and what is offered beside it. */
export interface DraftTexts {
  /** Empty where nothing is begun. */
  readonly text: string;
  /** Written at the same time on other devices; none of them within the text. */
  readonly aside: readonly string[];
}

/** Nothing is begun. */
export const noDraft: DraftTexts = { text: '', aside: [] };

/** Whether two drafts say the same. */
export function isSameDraft(a: DraftTexts, b: DraftTexts): boolean {
  return (
    a.text === b.text && a.aside.length === b.aside.length && a.aside.every((each) => b.aside.includes(each))
  );
}

/**
 * What becomes of a draft that was changed here and elsewhere (docs/decisions/drafts.md). No text gives way to a
 * shorter one, unless the same text was shortened, and on one side only; what can't stand in the composer is aside.
 * @param base what both sides last agreed on
 * @param isWriting somebody is writing here: what stands in the composer stays there
 */
export function mergeDrafts(
  base: DraftTexts,
  mine: DraftTexts,
  theirs: DraftTexts,
  isWriting: boolean,
): DraftTexts {
  const text = mergedText(base.text, mine.text, theirs.text, isWriting);
  const lost = [mine.text, theirs.text].filter((each) => each !== base.text && each !== text);
  return { text, aside: asideOf(text, [...mergedAside(base, mine, theirs), ...lost]) };
}

function mergedText(base: string, mine: string, theirs: string, isWriting: boolean): string {
  if (mine === base) return theirs;
  if (theirs === base || mine.includes(theirs)) return mine;
  if (theirs.includes(mine) && !isWriting) return theirs;
  return isWriting || mine.length >= theirs.length ? mine : theirs;
}

/** What either side has put aside, without what either has taken or dismissed. */
function mergedAside(base: DraftTexts, mine: DraftTexts, theirs: DraftTexts): readonly string[] {
  const isGone = (text: string) =>
    base.aside.includes(text) && !(mine.aside.includes(text) && theirs.aside.includes(text));
  return [...mine.aside, ...theirs.aside].filter((text) => !isGone(text));
}

/** Each once, and not what is within another or in the composer; of too many, the longest. */
function asideOf(text: string, texts: readonly string[]): readonly string[] {
  const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const kept: string[] = [];
  for (const each of longestFirst) {
    if (isVisible(each) && ![text, ...kept].some((other) => other.includes(each))) kept.push(each);
  }
  return kept.slice(0, limits.draftAsides);
}
