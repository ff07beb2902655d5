import * as v from 'valibot';
import { validationTexts } from '../shared/validationTexts.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/** Where the site serves what the vault keeps under a hash; null for none, and for a hash that was erased. */
export const mediaUrl = (hash: string | null): string | null =>
  hash !== null && hashPattern.test(hash) ? `/media/${hash}` : null;

/** SHA-256 of an image's or a voice message's bytes as part of a path, in hex. */
export const mediaHashSchema = v.pipe(v.string(), v.regex(hashPattern, validationTexts.invalidValue));

const dataUrlStart = /^data:[\w./+;= -]{0,200};base64,(?=[a-z0-9+/])/i;

/** Whether all that follows the comma is base64. Megabytes of it: no expression that could go back in them. */
function isBase64(url: string): boolean {
  const digits = url.slice(url.indexOf(',') + 1);
  const end = digits.indexOf('=');
  const padding = end === -1 ? '' : digits.slice(end);
  if (padding !== '' && (digits.length % 4 !== 0 || !/^={1,2}$/.test(padding))) return false;
  return digits.length % 4 !== 1 && !/[^A-Za-z0-9+/=]/.test(digits);
}

/**
 * Bytes as a data URL, which is how images and voice arrive (spec §3). What they really are is found by looking at
 * them; whoever receives them refuses a URL that claims another type. How many there may be is the receiving route's business.
 */
export const dataUrlSchema = (broken: string) =>
  v.pipe(v.string(broken), v.regex(dataUrlStart, broken), v.check(isBase64, broken));

/** Kinds of images that are accepted; SVG is not. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Kinds of voice messages that are accepted (design "HTTP"). */
export const voiceTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
