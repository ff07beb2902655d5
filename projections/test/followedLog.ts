import { onlyIncarnation } from '@pmcw/runtime';
import type { FollowedLog } from '../src/runner/schema.ts';

export const memoryLog: FollowedLog = { engine: 'memory', incarnation: onlyIncarnation.current };
