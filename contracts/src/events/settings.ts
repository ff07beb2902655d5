import { z } from 'zod';

export const settingsEvents = {
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
