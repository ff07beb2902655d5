import type { Site } from './site.ts';

/** Inline styles are for React; `blob:` and `data:` are previews of the member's own files and recordings. */
export function contentSecurityPolicy(site: Site): string {
  const socket = site.publicUrl.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // In older browsers, 'self' does not include the WebSocket.
    `connect-src 'self' ${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Browsers refuse text as HTML and as the address of a script. The policy is in `pwa/src/base/scripts/`.
    "require-trusted-types-for 'script'",
    'trusted-types pmcw-scripts',
  ].join('; ');
}

export function securityHeaders(site: Site): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(site),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(site.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
