/** Size of specs: 1 on every change, more in `npm run soak` (`SPEC_SCALE`). */
const scale = Number(process.env.SPEC_SCALE ?? 1);

/** Whether specs run at full size, where effects of scale (memory) are checked too. */
export const isSoak = scale >= 10;

/** Number of rows, runs or rounds: as given on every change, multiplied in a soak. */
export const scaled = (size: number): number => Math.max(1, Math.round(size * scale));

/** All of similar cases in a soak, and the first few on every change. */
export const sampled = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isSoak ? cases : cases.slice(0, count);
