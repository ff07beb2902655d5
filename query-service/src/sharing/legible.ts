import { type PicturedProfile, paintable, socialPlatforms } from '@pmcw/contracts';
import type { CardFonts } from './fonts.ts';

/** Pictures and flags, with all that joins and colours them. */
const emoji =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]/gu;

/**
 * A profile as the fonts at hand can write it: nobody's name stands in empty boxes. Emoji are left out; a name in a
 * script that the fonts lack gives way to the username, such a bio to none.
 */
export function legible<P extends PicturedProfile>(profile: P, fonts: Pick<CardFonts, 'covers'>): P {
  const written = (text: string): string | null => {
    // Spelled as one character each, which fonts have more of than of loose marks. Digits are emoji too, but covered.
    const composed = paintable(text).normalize('NFC');
    const plain = fonts.covers(composed.replaceAll('\n', ' '))
      ? composed
      : paintable(composed.replace(emoji, ''));
    return plain !== '' && fonts.covers(plain.replaceAll('\n', ' ')) ? plain : null;
  };
  return {
    ...profile,
    fullName: written(profile.fullName) ?? profile.username,
    bio: written(profile.bio) ?? '',
    socials: profile.socials.map(({ platform, username }) => ({
      platform,
      username: written(username) ?? socialPlatforms[platform].name,
    })),
  };
}
