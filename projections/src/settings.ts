import { foundationSettings, processSettings } from '@pmcw/runtime';
import { z } from 'zod';

export const environmentSchema = z.object({ ...processSettings(8084), ...foundationSettings });
