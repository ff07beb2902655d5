import { isolated, type Profile, paintable, shareCard, texts } from '@pmcw/contracts';

/** The picture of a link preview: where it is, and what is on it, for who can't see it. */
export interface PreviewImage {
  readonly path: string;
  readonly alt: string;
}

/** What the head of a page says to search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the page's one address; null for pages that should not be found. */
  readonly path: string | null;
  readonly image: PreviewImage;
  /** The member whose profile it is; null for pages that are nobody's. */
  readonly username: string | null;
}

const say = texts.preview;

const sitePage: PageHead = {
  title: `${say.promise} · ${say.site}`,
  description: say.promise,
  path: '/',
  image: { path: '/og/pmcw.png', alt: `${say.site}: ${say.promise}` },
  username: null,
};

/** The head of a screen that is the same for everybody. */
export const screenHead = (path: string): PageHead =>
  path === '/directory'
    ? { ...sitePage, title: `${say.directory} · ${say.site}`, description: say.directoryText, path }
    : { ...sitePage, path };

/** The head of the page of nothing. */
export const notFoundHead: PageHead = { ...sitePage, path: null };

/** On one line, and isolated: titles and descriptions are shown within other people's pages. */
const line = (text: string) => isolated(paintable(text).replaceAll('\n', ' '));

/** The head of a public profile. */
export function profileHead({
  username,
  fullName,
  bio,
}: Pick<Profile, 'username' | 'fullName' | 'bio'>): PageHead {
  const name = line(fullName);
  return {
    title: `${name} (@${username}) · ${say.site}`,
    description: line(bio) || say.promise,
    path: `/${username}`,
    image: { path: `/og/${username}.png`, alt: say.pictureOf(name, username) },
    username,
  };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;
const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;

/** The tags of a head, every text in them escaped. */
export function renderHead(head: PageHead, publicUrl: string): string {
  const { title, description, path, username } = head;
  const url = path === null ? null : new URL(path, publicUrl).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    property('og:site_name', say.site),
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
