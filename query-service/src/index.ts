export { createQueryService, type QueryService, type QueryServiceOptions } from './queryService.ts';
export { readModelConnections } from './storage/database.ts';
