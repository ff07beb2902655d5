import { describe, expect, it } from 'vitest';
import { pathOfLink } from './openLink.ts';

describe('a link with the product’s scheme', () => {
  it.each([
    ['web+pmcw:amara', '/amara'],
    ['web+pmcw://amara', '/amara'],
    ['web+pmcw://Amara_1/', '/Amara_1'],
    ['WEB+PMCW:@amara', '/amara'],
    ['web+pmcw:amara/message', '/messages?user=amara'],
  ])('%s leads to %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });

  it.each([
    '',
    'amara',
    'web+pmcw:',
    'web+pmcw:a b',
    'web+pmcw:../api/user',
    'web+pmcw:amara/admin',
    'web+pmcw:amara?x=1',
    'javascript:alert(1)',
    'https://example.org',
  ])('%s leads nowhere', (link) => {
    expect(pathOfLink(link)).toBeNull();
  });
});
