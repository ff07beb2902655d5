/** How much of everything: 1 on every change, more in `npm run soak` (`SPEC_SCALE`). */
const scale = Number(process.env.SPEC_SCALE ?? 1);

/** Whether specs run at full size, where what can only be seen in the large (memory) is looked at too. */
export const isSoak = scale >= 10;

/** How many rows, runs or rounds a spec takes: so many on every change, and so many times the scale in a soak. */
export const scaled = (size: number): number => Math.max(1, Math.round(size * scale));

/** Of cases that are alike, all in a soak, and the first so many on every change. */
export const sampled = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isSoak ? cases : cases.slice(0, count);
