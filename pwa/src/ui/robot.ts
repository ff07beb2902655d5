import * as bottts from '@dicebear/bottts';
import { createAvatar } from '@dicebear/core';

const drawn = new Map<string, string>();

/** The robot that belongs to a username, as a data URI. Only loaded when a member without an image is shown. */
export function robotUri(username: string): string {
  const seed = username.toLowerCase();
  const uri = drawn.get(seed) ?? createAvatar(bottts, { seed, scale: 82, translateY: 2 }).toDataUri();
  drawn.set(seed, uri);
  return uri;
}
