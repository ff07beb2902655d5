import { linkify } from './linkify.ts';

/** Text of a member, with its addresses as links. */
export function LinkedText({ text: content }: { readonly text: string }) {
  return linkify(content).map(({ start, text, url }) =>
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
  );
}
