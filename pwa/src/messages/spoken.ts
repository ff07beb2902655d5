import { calm } from '@pmcw/contracts';
import { messages } from '../words/en/messages.ts';
import { currentWords } from '../words/words.ts';

/** A message where only words fit: its text, or "Voice message" (spec §8). */
export function spoken({ content }: { readonly content: string }): string {
  return content === '' ? currentWords(messages).voiceMessage : calm(content);
}
