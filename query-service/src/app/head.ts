import { isolated, type Profile, paintable, shareCard, texts } from '@pmcw/contracts';
import { escapeHtml } from '@pmcw/http';

export interface PreviewImage {
  readonly path: string;
  readonly alt: string;
}

/** For search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Canonical path; null for pages that should not be indexed. */
  readonly path: string | null;
  readonly image: PreviewImage;
  readonly username: string | null;
}

const words = texts.preview;

const sitePage: PageHead = {
  title: `${words.promise} · ${words.site}`,
  description: words.promise,
  path: '/',
  image: { path: '/og/pmcw.png', alt: `${words.site}: ${words.promise}` },
  username: null,
};

export const screenHead = (path: string): PageHead =>
  path === '/directory'
    ? { ...sitePage, title: `${words.directory} · ${words.site}`, description: words.directoryText, path }
    : { ...sitePage, path };

export const notFoundHead: PageHead = { ...sitePage, path: null };

/** On one line, and isolated from the text direction of other sites. */
const line = (text: string) => isolated(paintable(text).replaceAll('\n', ' '));

export function profileHead({
  username,
  fullName,
  bio,
}: Pick<Profile, 'username' | 'fullName' | 'bio'>): PageHead {
  const name = line(fullName);
  return {
    title: `${name} (@${username}) · ${words.site}`,
    description: line(bio) || words.promise,
    path: `/${username}`,
    image: { path: `/og/${username}.png`, alt: words.pictureOf(name, username) },
    username,
  };
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;

export function renderHead(head: PageHead, publicUrl: string): string {
  const { title, description, path, username } = head;
  const url = path === null ? null : new URL(path, publicUrl).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    property('og:site_name', words.site),
    property('og:type', username === null ? 'website' : 'profile'),
    ...(username === null ? [] : [property('profile:username', username)]),
    property('og:title', title),
    property('og:description', description),
    ...imageTags(head.image, publicUrl),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    ...(url === null
      ? [named('robots', 'noindex')]
      : [property('og:url', url), `<link rel="canonical" href="${escapeHtml(url)}" />`]),
  ].join('\n    ');
}

function imageTags({ path, alt }: PreviewImage, publicUrl: string): string[] {
  const address = new URL(path, publicUrl).href;
  return [
    property('og:image', address),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(shareCard.width)),
    property('og:image:height', String(shareCard.height)),
    property('og:image:alt', alt),
    named('twitter:image', address),
    named('twitter:image:alt', alt),
  ];
}
