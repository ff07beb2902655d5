import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConfirmLinks } from './promises.ts';

const goodForMs = 7 * 24 * 60 * 60 * 1000;

/** Member, expiry in milliseconds, HMAC. */
const pattern = /^([1-9]\d{0,9})-(\d{1,15})-([\w-]{43})$/;

/** @param now by the clock that all hosts share */
export function createConfirmLinks(key: Buffer, now: () => Promise<Date>): ConfirmLinks {
  const markOf = (userId: string, until: string, email: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, until, email]))
      .digest('base64url');

  return {
    async issue(userId, email) {
      const until = String((await now()).getTime() + goodForMs);
      return `${userId}-${until}-${markOf(String(userId), until, email)}`;
    },

    async find(token) {
      const [, userId, until] = pattern.exec(token) ?? [];
      if (userId === undefined || Number(until) < (await now()).getTime()) return null;
      return Number(userId);
    },

    isOf(token, email) {
      const [, userId = '', until = '', mark = ''] = pattern.exec(token) ?? [];
      return timingSafeEqual(Buffer.from(mark.padEnd(43)), Buffer.from(markOf(userId, until, email)));
    },
  };
}
