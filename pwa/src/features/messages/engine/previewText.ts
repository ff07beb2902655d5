import { calm, excerpt } from '@pmcw/contracts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';

/** In characters; more than a row or a toast has room for, and enough to hear what a message is about. */
const shownMost = 160;

/** The start of the text, or "Voice message" (spec §8): for any place outside of the thread. */
export function previewText({ content }: { readonly content: string }): string {
  return content === '' ? currentWords(messages).voiceMessage : excerpt(calm(content), shownMost);
}
