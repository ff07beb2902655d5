import { calm } from '@pmcw/contracts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';

/** The text, or "Voice message" (spec §8). */
export function previewText({ content }: { readonly content: string }): string {
  return content === '' ? currentWords(messages).voiceMessage : calm(content);
}
