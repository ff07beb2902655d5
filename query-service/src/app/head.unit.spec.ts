import { describe, expect, it } from 'vitest';
import { notFoundHead, profileHead, renderHead, screenHead } from './head.ts';

const publicUrl = 'https://pmcw.example';
const ada = { username: 'ada', fullName: 'Ada Lovelace', bio: 'Computes.', avatarUrl: null };

describe('the head of a page', () => {
  it('previews a profile', () => {
    const head = renderHead(profileHead({ ...ada, avatarUrl: '/media/abc' }), publicUrl);
    expect(head).toContain('<title>Ada Lovelace (@ada) · PMCW</title>');
    expect(head).toContain('<meta name="description" content="Computes." />');
    expect(head).toContain('<meta property="og:type" content="profile" />');
    expect(head).toContain('<meta property="og:url" content="https://pmcw.example/ada" />');
    expect(head).toContain('<meta property="og:image" content="https://pmcw.example/media/abc" />');
    expect(head).toContain('<link rel="canonical" href="https://pmcw.example/ada" />');
  });

  it('falls back to what the site promises', () => {
    const head = renderHead(profileHead({ ...ada, bio: '' }), publicUrl);
    expect(head).toContain('content="Your Crypto Identity In One Simple Link"');
    expect(head).toContain('content="https://pmcw.example/icons/icon-512.png"');
  });

  it('escapes whatever a member writes', () => {
    const evil = `"><script>alert('x')</script>&`;
    const head = renderHead(profileHead({ ...ada, fullName: evil, bio: evil }), publicUrl);
    expect(head).not.toContain('<script');
    expect(head).not.toContain("alert('");
    expect(head).toContain('content="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;"');
  });

  it('asks not to index the page of nothing, and gives it no address', () => {
    const head = renderHead(notFoundHead, publicUrl);
    expect(head).toContain('<meta name="robots" content="noindex" />');
    expect(head).not.toContain('canonical');
    expect(renderHead(screenHead('/directory'), publicUrl)).not.toContain('robots');
  });
});
