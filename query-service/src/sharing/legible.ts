import { type PicturedProfile, paintable, socialPlatforms } from '@pmcw/contracts';
import type { CardFonts } from './fonts.ts';

/** Emoji and flags, with joiners and modifiers. */
const emoji =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]/gu;

/**
 * A profile in characters that the fonts have, so that no name shows empty boxes. Emoji are dropped; an unsupported
 * name is replaced by the username, an unsupported bio is dropped.
 */
export function legible<P extends PicturedProfile>(profile: P, fonts: Pick<CardFonts, 'covers'>): P {
  const written = (text: string): string | null => {
    // Fonts have more composed characters than combining marks. Digits are emoji too, but covered.
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
