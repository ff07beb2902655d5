import { linkify } from './linkify.ts';

/** The words of a message as they were written, with its web addresses to follow. */
export function MessageText({ content }: { readonly content: string }) {
  return linkify(content).map(({ start, text, url }) =>
    url === null ? (
      text
    ) : (
      <a
        key={start}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {text}
      </a>
    ),
  );
}
