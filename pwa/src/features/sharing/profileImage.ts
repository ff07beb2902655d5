import { type Profile, shareCard, shareCardParts } from '@pmcw/contracts';
import { encode } from 'uqr';
import { robotUri } from '../../base/ui/robot.ts';
import { common } from '../../base/words/en/common.ts';
import { currentFormats } from '../../base/words/formats.ts';
import { currentWords } from '../../base/words/words.ts';
import { cardFont, measureOn, paintCard } from './paintCard.ts';
import { profileUrl, readableUrl } from './shareLinks.ts';

/** How long an image may take before the picture is made without it, in milliseconds (spec §9 "Avatar load timeout"). */
const loadTimeoutMs = 3000;

/** Name of the file (spec §9). */
export const imageFileName = (username: string): string => `${username}-profile.png`;

/**
 * The picture of a profile as a PNG, made on this device; needs no network once the app is there.
 * @throws when the browser can't paint or encode it
 */
export async function profileImage(profile: Profile): Promise<Blob> {
  const element = document.createElement('canvas');
  element.width = shareCard.width;
  element.height = shareCard.height;
  const canvas = element.getContext('2d');
  if (canvas === null) throw new Error('This browser does not paint');
  const [face, background] = await Promise.all([
    loaded(profile.avatarUrl ?? robotUri(profile.username)),
    loaded(profile.backgroundUrl),
    loadFonts(profile),
  ]);
  const url = profileUrl(profile.username, location.origin);
  const parts = shareCardParts(
    profile,
    {
      hasFace: face !== null,
      hasBackground: background !== null,
      link: readableUrl(url),
      words: wordsFor(profile),
      qr: encode(url, { ecc: 'M', border: 1 }).data,
    },
    measureOn(canvas),
  );
  paintCard(canvas, parts, { face, background });
  return new Promise((resolve, reject) => {
    element.toBlob((blob) => (blob === null ? reject(new Error('No PNG')) : resolve(blob)), 'image/png');
  });
}

function wordsFor({ userType, pmcwTokens }: Profile) {
  const words = currentWords(common);
  return {
    accountType: words.accountTypes[userType],
    earnt: words.pmcwEarnt(currentFormats().number(pmcwTokens)),
  };
}

/** The image once it can be painted; null when there is none, or it does not come in time. */
async function loaded(src: string | null): Promise<HTMLImageElement | null> {
  if (src === null) return null;
  const image = new Image();
  image.src = src;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs));
  return Promise.race([image.decode().then(() => image), late]).catch(() => null);
}

/** The faces of everything that is going to be painted. One that can't be had offline is replaced by the device's. */
async function loadFonts({ fullName, bio, socials }: Profile): Promise<void> {
  const text = [fullName, bio, ...socials.map(({ username }) => username), 'PMCW'].join(' ');
  const weights = [500, 700] as const;
  await Promise.allSettled(
    weights.map((weight) => document.fonts.load(cardFont({ size: 24, weight }), text)),
  );
}
