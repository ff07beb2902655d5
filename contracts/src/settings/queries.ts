import * as v from 'valibot';

export const settingsSchema = v.object({
  /** Token contract on BSC (spec §1). */
  tokenAddress: v.string(),
  tokenSupply: v.number(),
  groupLink: v.string(),
  registrationOpen: v.boolean(),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** The token address is a burn address without a key. */
export const defaultSettings: Settings = {
  tokenAddress: '0x000000000000000000000000000000000000dEaD',
  tokenSupply: 10_000,
  groupLink: 'https://t.me/pmcw',
  registrationOpen: true,
};
