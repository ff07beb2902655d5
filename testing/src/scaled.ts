/**
 * How often or how much, at the size of this run: as given on every change, and `SOAK_SCALE` times that where somebody
 * has the time for it.
 */
export const scaled = (size: number): number => Math.round(size * Number(process.env.SOAK_SCALE ?? '1'));

/** What samples are drawn with: the same ones on every change, others where `SOAK_SEED` says so. */
export const soakSeed = Number(process.env.SOAK_SEED ?? '1');
