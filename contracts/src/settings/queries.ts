import * as v from 'valibot';

/** What administrators decide about the site: `GET /api/settings` for everybody, `GET /api/admin/settings`. */
export const settingsSchema = v.object({
  /** Contract address of the token on BSC (spec §1). */
  tokenAddress: v.string(),
  /** How many tokens there are. */
  tokenSupply: v.number(),
  /** Where the members' group is, http(s). */
  groupLink: v.string(),
  /** Whether newcomers may register. */
  registrationOpen: v.boolean(),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** What holds until an administrator decides otherwise; the address is one that nobody has the key of. */
export const defaultSettings: Settings = {
  tokenAddress: '0x000000000000000000000000000000000000dEaD',
  tokenSupply: 10_000,
  groupLink: 'https://t.me/pmcw',
  registrationOpen: true,
};
