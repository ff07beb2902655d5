import { z } from 'zod';

/** Events of the one stream `settings`: what administrators decide about the site. */
export const settingsEvents = {
  /** Some settings have another value from now on; those that are missing stay as they were. */
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
