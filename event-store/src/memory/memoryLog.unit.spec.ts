import { eventLogContract, oneTable } from '../../test/contract.ts';
import { createMemoryLog } from './memoryLog.ts';

eventLogContract('The in-memory engine', { engine: 'memory', ...oneTable }, async () => createMemoryLog());
