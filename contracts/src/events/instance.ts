import { z } from 'zod';

/** Where the log was at the time; values that differ later show a copy or a restored backup. */
const origin = z.record(z.string(), z.string());

export const instanceEvents = {
  /** The log belongs to the installation whose vault has the same id (docs/decisions/instance.md). */
  InstanceNamed: { version: 1, schema: z.object({ instanceId: z.uuid(), origin: origin.optional() }) },
  /** The log was restored: earlier positions may be of events that it lost (docs/decisions/incarnation.md). */
  IncarnationStarted: { version: 1, schema: z.object({ incarnationId: z.uuid(), origin }) },
} as const;
