import { eventLogContract, oneTable } from './contract.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();
eventLogContract('The PostgreSQL engine', { engine: 'postgres', ...oneTable }, () => postgres.openEmpty());
