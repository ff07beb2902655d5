import type { SocialPlatform } from '@pmcw/contracts';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';

/** Line drawings of the platforms' signs. GitHub, Twitter, LinkedIn, YouTube, Instagram, Facebook after Feather (MIT). */
const drawings: Record<Exclude<SocialPlatform, 'telegram'>, ReactNode> = {
  twitter: (
    <path d="M22 4s-.7 2.1-2 3.4c1.6 10-9.4 17.3-18 11.6 2.2.1 4.4-.6 6-2C3 15.5.5 9.6 3 5c2.2 2.6 5.6 4.1 9 4-.9-4.2 4-6.6 7-3.8 1.1 0 3-1.2 3-1.2z" />
  ),
  github: (
    <path d="M9 19c-5 1.5-5-2.5-7-3m14 6v-3.87a3.37 3.37 0 0 0-.94-2.61c3.14-.35 6.44-1.54 6.44-7A5.44 5.44 0 0 0 20 4.77 5.07 5.07 0 0 0 19.91 1S18.73.65 16 2.48a13.38 13.38 0 0 0-7 0C6.27.65 5.09 1 5.09 1A5.07 5.07 0 0 0 5 4.77a5.44 5.44 0 0 0-1.5 3.78c0 5.42 3.3 6.61 6.44 7A3.37 3.37 0 0 0 9 18.13V22" />
  ),
  discord: (
    <>
      <path d="M8.6 5.2C6.4 5.6 5 6.4 5 6.4 2.9 9.6 2 13 2.2 16.8c1.7 1.3 3.4 2 5.2 2.3l1.3-2.2M15.4 5.2c2.2.4 3.6 1.2 3.6 1.2 2.1 3.2 3 6.6 2.8 10.4-1.7 1.3-3.4 2-5.2 2.3l-1.3-2.2M7.4 6.8c3-1.1 6.2-1.1 9.2 0M6.4 15.9c3.6 1.8 7.6 1.8 11.2 0" />
      <circle cx="9" cy="12" r="1.2" />
      <circle cx="15" cy="12" r="1.2" />
    </>
  ),
  medium: (
    <>
      <circle cx="7.2" cy="12" r="5.2" />
      <ellipse cx="16.2" cy="12" rx="2.4" ry="4.8" />
      <path d="M21.8 7.8v8.4" />
    </>
  ),
  linkedin: (
    <>
      <path d="M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6zM2 9h4v12H2z" />
      <circle cx="4" cy="4" r="2" />
    </>
  ),
  youtube: (
    <path d="M22.5 6.4a2.8 2.8 0 0 0-1.9-2C18.9 4 12 4 12 4s-6.9 0-8.6.5a2.8 2.8 0 0 0-1.9 2A29 29 0 0 0 1 11.8a29 29 0 0 0 .5 5.3A2.8 2.8 0 0 0 3.4 19c1.7.5 8.6.5 8.6.5s6.9 0 8.6-.5a2.8 2.8 0 0 0 1.9-1.9 29 29 0 0 0 .5-5.3 29 29 0 0 0-.5-5.4zM9.8 15V8.5l5.7 3.3z" />
  ),
  instagram: (
    <>
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.5 6.5h.01" />
    </>
  ),
  facebook: <path d="M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z" />,
  reddit: (
    <>
      <ellipse cx="12" cy="14.2" rx="8" ry="6" />
      <path d="M12 8.2l1.2-5 3.6.9M8.8 16.6c1.9 1.4 4.5 1.4 6.4 0M9 13h.01M15 13h.01M4.6 11.6a2 2 0 1 1 2.3-2.4M19.4 11.6a2 2 0 1 0-2.3-2.4" />
      <circle cx="18.4" cy="4.4" r="1.5" />
    </>
  ),
};

/** The sign of a social platform, in the current text colour; its name stands beside it. */
export function SocialGlyph({
  platform,
  className = 'size-5',
}: {
  readonly platform: SocialPlatform;
  readonly className?: string;
}) {
  if (platform === 'telegram') return <Send className={className} strokeWidth={1.7} aria-hidden="true" />;
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {drawings[platform]}
    </svg>
  );
}
