import { foundationSettings, processSettings } from '@pmcw/runtime';
import { z } from 'zod';

export const settingsSchema = z.object({ ...processSettings(8084), ...foundationSettings });
