/** Spec §3. */
export const socialPlatforms = {
  twitter: { name: 'Twitter', prefix: 'https://twitter.com/' },
  telegram: { name: 'Telegram', prefix: 'https://t.me/' },
  github: { name: 'GitHub', prefix: 'https://github.com/' },
  discord: { name: 'Discord', prefix: 'https://discord.com/users/' },
  medium: { name: 'Medium', prefix: 'https://medium.com/@' },
  linkedin: { name: 'LinkedIn', prefix: 'https://www.linkedin.com/in/' },
  youtube: { name: 'YouTube', prefix: 'https://www.youtube.com/@' },
  instagram: { name: 'Instagram', prefix: 'https://www.instagram.com/' },
  facebook: { name: 'Facebook', prefix: 'https://www.facebook.com/' },
  reddit: { name: 'Reddit', prefix: 'https://www.reddit.com/user/' },
  /** Not in the spec: a page of the member's own. */
  website: { name: 'Website', prefix: 'https://' },
} as const;

export type SocialPlatform = keyof typeof socialPlatforms;

export const socialPlatformCodes = [
  'twitter',
  'telegram',
  'github',
  'discord',
  'medium',
  'linkedin',
  'youtube',
  'instagram',
  'facebook',
  'reddit',
  'website',
] as const satisfies readonly SocialPlatform[];
