import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a caller's `Authorization` has the secret that processes of the product share; however much of it is right,
 * the answer takes the same time.
 */
export function bearerCheck(secret: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${secret}`);
  return (authorization = '') => timingSafeEqual(digest(authorization), expected);
}
