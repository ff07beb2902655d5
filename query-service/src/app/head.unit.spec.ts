import { describe, expect, it } from 'vitest';
import { notFoundHead, profileHead, renderHead, screenHead } from './head.ts';

const publicUrl = 'https://pmcw.example';
const ada = { username: 'ada', fullName: 'Ada Lovelace', bio: 'Computes.' };
const property = (name: string, content: string) => `<meta property="${name}" content="${content}" />`;
const named = (name: string, content: string) => `<meta name="${name}" content="${content}" />`;

describe('the head of a page', () => {
  it('previews a profile with its picture', () => {
    const head = renderHead(profileHead(ada), publicUrl)
      .split('\n')
      .map((line) => line.trim());
    expect(head).toEqual([
      '<title>Ada Lovelace (@ada) · PMCW</title>',
      named('description', 'Computes.'),
      property('og:site_name', 'PMCW'),
      property('og:type', 'profile'),
      property('profile:username', 'ada'),
      property('og:title', 'Ada Lovelace (@ada) · PMCW'),
      property('og:description', 'Computes.'),
      property('og:image', 'https://pmcw.example/og/ada.png'),
      property('og:image:type', 'image/png'),
      property('og:image:width', '1200'),
      property('og:image:height', '630'),
      property('og:image:alt', 'The profile of Ada Lovelace (@ada)'),
      named('twitter:image', 'https://pmcw.example/og/ada.png'),
      named('twitter:image:alt', 'The profile of Ada Lovelace (@ada)'),
      named('twitter:card', 'summary_large_image'),
      named('twitter:title', 'Ada Lovelace (@ada) · PMCW'),
      named('twitter:description', 'Computes.'),
      property('og:url', 'https://pmcw.example/ada'),
      '<link rel="canonical" href="https://pmcw.example/ada" />',
    ]);
  });

  it('falls back to the site’s promise', () => {
    const head = renderHead(profileHead({ ...ada, bio: '' }), publicUrl);
    expect(head).toContain(named('description', 'Your Crypto Identity In One Simple Link'));
  });

  it('previews the landing page and the directory with the site’s own picture', () => {
    for (const [path, title] of [
      ['/', 'Your Crypto Identity In One Simple Link · PMCW'],
      ['/directory', 'Member Directory · PMCW'],
    ] as const) {
      const head = renderHead(screenHead(path), publicUrl);
      expect(head).toContain(property('og:title', title));
      expect(head).toContain(property('og:type', 'website'));
      expect(head).toContain(property('og:image', 'https://pmcw.example/og/pmcw.png'));
      expect(head).toContain(`<link rel="canonical" href="https://pmcw.example${path}" />`);
    }
  });

  it('isolates the text direction of a name and a bio', () => {
    const head = renderHead(profileHead({ ...ada, fullName: 'שרה', bio: 'שלום' }), publicUrl);
    expect(head).toContain('<title>\u2068שרה\u2069 (@ada) · PMCW</title>');
    expect(head).toContain('content="The profile of \u2068שרה\u2069 (@ada)"');
    expect(head).toContain('<meta name="description" content="\u2068שלום\u2069" />');
  });

  it('escapes a member’s texts everywhere', () => {
    const evil = `"><script>alert('x')</script>&\u202e\r\n`;
    const head = renderHead(profileHead({ ...ada, fullName: evil, bio: evil }), publicUrl);
    expect(head).not.toContain('<script');
    expect(head).not.toContain("alert('");
    expect(head).not.toContain('\u202e');
    expect(head).toContain(
      named('description', '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'),
    );
    for (const tag of head.split('\n'))
      expect(tag.trim()).toMatch(/^<(meta|link|title)[^<>]*(\/>|>[^<>]*<\/title>)$/);
  });

  it('excludes the not-found page from indexing, and gives it no address', () => {
    const head = renderHead(notFoundHead, publicUrl);
    expect(head).toContain(named('robots', 'noindex'));
    expect(head).not.toContain('canonical');
    expect(renderHead(screenHead('/directory'), publicUrl)).not.toContain('robots');
  });
});
