import { calm, directionOf } from '@pmcw/contracts';
import { linkify } from './linkify.ts';

export interface MessageTextProps {
  readonly content: string;
  readonly isOwn: boolean;
}

/**
 * The words of a message as they were written, with its web addresses to follow. Each paragraph runs in its own direction and
 * none leaves the block; after the last one there is room for the time, which is in the right corner of the bubble.
 */
export function MessageText({ content, isOwn }: MessageTextProps) {
  const endsOnTheLeft = directionOf(content.slice(content.lastIndexOf('\n') + 1)) === 'rtl';
  return (
    <div dir="auto" className="message-text">
      {linkify(calm(content)).map(({ start, text, url }) =>
        url === null ? (
          text
        ) : (
          <a
            key={start}
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            dir="ltr"
            className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {text}
          </a>
        ),
      )}
      <span
        aria-hidden="true"
        data-own={isOwn ? '' : undefined}
        data-below={endsOnTheLeft ? '' : undefined}
        className="message-time-space"
      />
    </div>
  );
}
