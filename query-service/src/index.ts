export { createQueryService, type QueryService, type QueryServiceOptions } from './queryService.ts';
