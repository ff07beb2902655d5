import { isVisible } from '@pmcw/contracts';

/** The parts in which apps hand text over; many put the link into the text, some into all three. */
export interface SharedParts {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** One text of what was shared, each part once, a line each. */
export function textOf({ title, text, url }: SharedParts): string {
  const parts = [title, text, url].map((part) => part.trim()).filter(isVisible);
  return parts
    .filter((part, at) => !parts.some((other, before) => before !== at && covers(other, before, part, at)))
    .join('\n');
}

/** Whether a part is already said by another one; of two that are alike the first stays. */
const covers = (other: string, otherAt: number, part: string, at: number): boolean =>
  other === part ? otherAt < at : other.includes(part);
