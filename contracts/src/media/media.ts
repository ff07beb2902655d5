import * as v from 'valibot';
import { validationTexts } from '../shared/validationTexts.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/** Null for none or an erased hash. */
export const mediaUrl = (hash: string | null): string | null =>
  hash !== null && hashPattern.test(hash) ? `/media/${hash}` : null;

/** SHA-256 in hex, as part of a path. */
export const mediaHashSchema = v.pipe(v.string(), v.regex(hashPattern, validationTexts.invalidValue));

const dataUrlStart = /^data:[\w./+;= -]{0,200};base64,(?=[a-z0-9+/])/i;

/** Avoids a regular expression that could backtrack on megabytes. */
function isBase64(url: string): boolean {
  const digits = url.slice(url.indexOf(',') + 1);
  const end = digits.indexOf('=');
  const padding = end === -1 ? '' : digits.slice(end);
  if (padding !== '' && (digits.length % 4 !== 0 || !/^={1,2}$/.test(padding))) return false;
  return digits.length % 4 !== 1 && !/[^A-Za-z0-9+/=]/.test(digits);
}

/** Routes check the actual type and the size. */
export const dataUrlSchema = (broken: string) =>
  v.pipe(v.string(broken), v.regex(dataUrlStart, broken), v.check(isBase64, broken));

/** Without SVG. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

export const voiceTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
