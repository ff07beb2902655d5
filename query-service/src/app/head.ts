import { type Profile, texts } from '@pmcw/contracts';

/** What the head of a page says to search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the page's one address; null for pages that should not be found. */
  readonly path: string | null;
  /** Path or address of the preview's picture. */
  readonly image: string;
  readonly type: 'website' | 'profile';
}

const say = texts.preview;
const siteImage = '/icons/icon-512.png';

/** The head of a screen that is the same for everybody. */
export const screenHead = (path: string): PageHead => ({
  title: `${say.promise} · ${say.site}`,
  description: say.promise,
  path,
  image: siteImage,
  type: 'website',
});

/** The head of the page of nothing. */
export const notFoundHead: PageHead = { ...screenHead('/'), path: null };

/** The head of a public profile. */
export const profileHead = ({
  username,
  fullName,
  bio,
  avatarUrl,
}: Pick<Profile, 'username' | 'fullName' | 'bio' | 'avatarUrl'>): PageHead => ({
  title: `${fullName} (@${username}) · ${say.site}`,
  description: bio === '' ? say.promise : bio,
  path: `/${username}`,
  image: avatarUrl ?? siteImage,
  type: 'profile',
});

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

/** The tags of a head, every text in them escaped. */
export function renderHead({ title, description, path, image, type }: PageHead, publicUrl: string): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`;
  const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const url = path === null ? null : new URL(path, publicUrl).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    property('og:site_name', say.site),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:image', new URL(image, publicUrl).href),
    named('twitter:card', 'summary'),
    ...(url === null
      ? [named('robots', 'noindex')]
      : [property('og:url', url), `<link rel="canonical" href="${escapeHtml(url)}" />`]),
  ].join('\n    ');
}
