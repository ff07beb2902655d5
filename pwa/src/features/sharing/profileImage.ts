import { type Profile, shareCard, shareCardParts } from '@pmcw/contracts';
import { encode } from 'uqr';
import { quietZone } from '../../base/ui/QrCode.tsx';
import { robotUri } from '../../base/ui/robot.ts';
import { common } from '../../base/words/en/common.ts';
import { currentFormats } from '../../base/words/formats.ts';
import { currentWords } from '../../base/words/words.ts';
import { cardFont, measureOn, paintCard } from './paintCard.ts';
import { profileUrl, readableUrl } from './shareLinks.ts';

/** The picture is then made without the image (spec §9 "Avatar load timeout"). */
const loadTimeoutMs = 3000;

export const imageFileName = (username: string): string => `${username}-profile.png`;

/**
 * Returns a PNG made on this device, without a network once the app is loaded.
 * @throws when the browser can't draw or encode it
 */
export async function profileImage(profile: Profile): Promise<Blob> {
  const element = document.createElement('canvas');
  element.width = shareCard.width;
  element.height = shareCard.height;
  const canvas = element.getContext('2d');
  if (canvas === null) throw new Error('This browser cannot draw on a canvas');
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
      qr: encode(url, { ecc: 'M', border: quietZone }).data,
    },
    measureOn(canvas),
  );
  paintCard(canvas, parts, { face, background });
  return new Promise((resolve, reject) => {
    element.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser encoded no PNG')) : resolve(blob)),
      'image/png',
    );
  });
}

function wordsFor({ userType, pmcwTokens }: Profile) {
  const words = currentWords(common);
  return {
    accountType: words.accountTypes[userType],
    earnt: words.pmcwEarnt(currentFormats().number(pmcwTokens)),
  };
}

/** Null without an image, or if it is late. */
async function loaded(src: string | null): Promise<HTMLImageElement | null> {
  if (src === null) return null;
  const image = new Image();
  image.src = src;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs));
  return Promise.race([image.decode().then(() => image), late]).catch(() => null);
}

/** Loads all fonts in use; offline, the device's replace missing ones. */
async function loadFonts({ fullName, bio, socials }: Profile): Promise<void> {
  const text = [fullName, bio, ...socials.map(({ username }) => username), 'PMCW'].join(' ');
  const weights = [500, 700] as const;
  await Promise.allSettled(
    weights.map((weight) => document.fonts.load(cardFont({ size: 24, weight }), text)),
  );
}
