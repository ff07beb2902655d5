import { calm, directionOf } from '@pmcw/contracts';
import { LinkedText } from '../../../base/ui/LinkedText.tsx';
import { mayHoldAddress } from '../../../members/addresses/candidates.ts';
import { AddressedText } from '../../../members/addresses/lazyNotes.tsx';

interface MessageTextProps {
  readonly content: string;
  readonly isOwn: boolean;
  readonly isLinked: boolean;
}

/**
 * Each paragraph has its own direction and stays in its block; the end leaves room for the time in the right corner.
 */
export function MessageText({ content, isOwn, isLinked }: MessageTextProps) {
  const Text = mayHoldAddress(content) ? AddressedText : LinkedText;
  const endsOnTheLeft = directionOf(content.slice(content.lastIndexOf('\n') + 1)) === 'rtl';
  return (
    <div dir="auto" className="message-text">
      {isLinked ? <Text text={calm(content)} /> : calm(content)}
      <span
        aria-hidden="true"
        data-own={isOwn ? '' : undefined}
        data-below={endsOnTheLeft ? '' : undefined}
        className="message-time-space"
      />
    </div>
  );
}
