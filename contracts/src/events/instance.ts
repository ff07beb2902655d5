import { z } from 'zod';

/** The event of the one stream `instance`: whose log this is. */
export const instanceEvents = {
  /** The log belongs to the installation whose vault holds the same id (docs/decisions/instance.md). Says nothing of anybody. */
  InstanceNamed: { version: 1, schema: z.object({ instanceId: z.uuid() }) },
} as const;
