import { z } from 'zod';

export const instanceEvents = {
  /** The log belongs to the installation whose vault has the same id (docs/decisions/instance.md). */
  InstanceNamed: { version: 1, schema: z.object({ instanceId: z.uuid() }) },
} as const;
