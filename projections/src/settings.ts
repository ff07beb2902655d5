import { foundationSettings, processSettings } from '@pmcw/runtime';
import { z } from 'zod';

/** Settings of a projector with a process of its own. */
export const settingsSchema = z.object({ ...processSettings(8084), ...foundationSettings });
