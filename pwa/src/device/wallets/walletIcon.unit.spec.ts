import { expect, it } from 'vitest';
import { walletIcon } from './walletIcon.ts';

it.each([
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,%3Csvg/%3E',
  'data:image/svg+xml;base64,AAAA',
  'data:image/webp;base64,AAAA',
])('accepts an embedded picture: %s', (icon) => {
  expect(walletIcon(` ${icon}\n`)).toBe(icon);
});

it.each([
  '',
  'https://example.org/icon.png',
  '//example.org/icon.png',
  'data:text/html,<script>alert(1)</script>',
  'data:image',
  'javascript:alert(1)',
  `data:image/png;base64,${'A'.repeat(200_000)}`,
])('refuses anything else: %.40s', (icon) => {
  expect(walletIcon(icon)).toBeNull();
});
