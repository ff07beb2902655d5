import type { SocialPlatform } from '../profiles/platforms.ts';

/** A circle, or an ellipse, as SVG path data. */
const round = (x: number, y: number, rx: number, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/**
 * Line drawings of the platforms' signs in a square of 24, as SVG path data. GitHub, Twitter, LinkedIn, YouTube, Instagram,
 * Facebook after Feather (MIT), Telegram after Lucide (ISC).
 */
export const platformMarks: Readonly<Record<SocialPlatform, string>> = {
  twitter:
    'M22 4s-.7 2.1-2 3.4c1.6 10-9.4 17.3-18 11.6 2.2.1 4.4-.6 6-2C3 15.5.5 9.6 3 5c2.2 2.6 5.6 4.1 9 4-.9-4.2 4-6.6 7-3.8 1.1 0 3-1.2 3-1.2z',
  telegram:
    'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939',
  github:
    'M9 19c-5 1.5-5-2.5-7-3m14 6v-3.87a3.37 3.37 0 0 0-.94-2.61c3.14-.35 6.44-1.54 6.44-7A5.44 5.44 0 0 0 20 4.77 5.07 5.07 0 0 0 19.91 1S18.73.65 16 2.48a13.38 13.38 0 0 0-7 0C6.27.65 5.09 1 5.09 1A5.07 5.07 0 0 0 5 4.77a5.44 5.44 0 0 0-1.5 3.78c0 5.42 3.3 6.61 6.44 7A3.37 3.37 0 0 0 9 18.13V22',
  discord: `M8.6 5.2C6.4 5.6 5 6.4 5 6.4 2.9 9.6 2 13 2.2 16.8c1.7 1.3 3.4 2 5.2 2.3l1.3-2.2M15.4 5.2c2.2.4 3.6 1.2 3.6 1.2 2.1 3.2 3 6.6 2.8 10.4-1.7 1.3-3.4 2-5.2 2.3l-1.3-2.2M7.4 6.8c3-1.1 6.2-1.1 9.2 0M6.4 15.9c3.6 1.8 7.6 1.8 11.2 0${round(9, 12, 1.2)}${round(15, 12, 1.2)}`,
  medium: `${round(7.2, 12, 5.2)}${round(16.2, 12, 2.4, 4.8)}M21.8 7.8v8.4`,
  linkedin: `M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6zM2 9h4v12H2z${round(4, 4, 2)}`,
  youtube:
    'M22.5 6.4a2.8 2.8 0 0 0-1.9-2C18.9 4 12 4 12 4s-6.9 0-8.6.5a2.8 2.8 0 0 0-1.9 2A29 29 0 0 0 1 11.8a29 29 0 0 0 .5 5.3A2.8 2.8 0 0 0 3.4 19c1.7.5 8.6.5 8.6.5s6.9 0 8.6-.5a2.8 2.8 0 0 0 1.9-1.9 29 29 0 0 0 .5-5.3 29 29 0 0 0-.5-5.4zM9.8 15V8.5l5.7 3.3z',
  instagram: `M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z${round(12, 12, 4)}M17.5 6.5h.01`,
  facebook: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z',
  reddit: `${round(12, 14.2, 8, 6)}M12 8.2l1.2-5 3.6.9M8.8 16.6c1.9 1.4 4.5 1.4 6.4 0M9 13h.01M15 13h.01M4.6 11.6a2 2 0 1 1 2.3-2.4M19.4 11.6a2 2 0 1 0-2.3-2.4${round(18.4, 4.4, 1.5)}`,
};
