import { isVisible, limits } from '@pmcw/contracts';

export interface DraftTexts {
  readonly text: string;
  /** Written at the same time on other devices; none is part of the text. */
  readonly aside: readonly string[];
}

export const noDraft: DraftTexts = { text: '', aside: [] };

export function isSameDraft(a: DraftTexts, b: DraftTexts): boolean {
  return (
    a.text === b.text && a.aside.length === b.aside.length && a.aside.every((each) => b.aside.includes(each))
  );
}

/**
 * Merges a draft that changed here and elsewhere (docs/decisions/drafts.md). A shorter text replaces a longer one only
 * if one side alone shortened it; texts that don't fit are put aside.
 * @param base what both sides last agreed on
 * @param isWriting the member is writing here, so the composer keeps its text
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

/** Both sides' texts aside, without those that either took or dismissed. */
function mergedAside(base: DraftTexts, mine: DraftTexts, theirs: DraftTexts): readonly string[] {
  const isGone = (text: string) =>
    base.aside.includes(text) && !(mine.aside.includes(text) && theirs.aside.includes(text));
  return [...mine.aside, ...theirs.aside].filter((text) => !isGone(text));
}

/** Drops duplicates and texts contained in another or in the composer. Of too many, the shortest become one text. */
function asideOf(text: string, texts: readonly string[]): readonly string[] {
  const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const kept: string[] = [];
  for (const each of longestFirst) {
    if (isVisible(each) && ![text, ...kept].some((other) => other.includes(each))) kept.push(each);
  }
  if (kept.length <= limits.draftAsides) return kept;
  const whole = limits.draftAsides - 1;
  return [...kept.slice(0, whole), kept.slice(whole).join('\n')];
}
