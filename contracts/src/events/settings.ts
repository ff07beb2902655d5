import { z } from 'zod';

/** Events of the stream `settings`. */
export const settingsEvents = {
  /** Missing settings are unchanged. */
  SettingsChanged: {
    version: 1,
    schema: z.object({
      tokenAddress: z.string().optional(),
      tokenSupply: z.int().nonnegative().optional(),
      groupLink: z.string().optional(),
      registrationOpen: z.boolean().optional(),
    }),
  },
} as const;
