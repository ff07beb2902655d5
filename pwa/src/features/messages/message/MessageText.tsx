import { calm, directionOf } from '@pmcw/contracts';
import { linkify } from './linkify.ts';

interface MessageTextProps {
  readonly content: string;
  readonly isOwn: boolean;
}

/**
 * Each paragraph has its own direction and stays in its block; the end leaves room for the time in the right corner.
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
