import { eventLogContract } from './contract.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();
eventLogContract('The PostgreSQL engine', () => postgres.openEmpty());
