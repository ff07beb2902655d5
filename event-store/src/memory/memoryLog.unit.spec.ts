import { eventLogContract } from '../../test/contract.ts';
import { createMemoryLog } from './memoryLog.ts';

eventLogContract('The in-memory engine', async () => createMemoryLog());
