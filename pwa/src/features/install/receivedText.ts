import { isVisible } from '@pmcw/contracts';

/** Content as apps share it; many repeat the link in the text, or in all parts. */
interface SharedParts {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Joins the parts, without repetitions, one per line. */
export function joinedText({ title, text, url }: SharedParts): string {
  const parts = [title, text, url].map((part) => part.trim()).filter(isVisible);
  return parts
    .filter((part, at) => !parts.some((other, before) => before !== at && covers(other, before, part, at)))
    .join('\n');
}

/** Whether another part contains this one; of equal ones the first stays. */
const covers = (other: string, otherAt: number, part: string, at: number): boolean =>
  other === part ? otherAt < at : other.includes(part);
