/**
 * Header with a UUID of version 7 that joins the requests of one action on many members: the events of all of them get
 * the same correlation id.
 */
export const batchHeader = 'x-batch';

/** Names the administrator, so that events of others can't be in the batch. */
export const batchCorrelationId = (actorId: number, batchId: string): string => `batch-${actorId}-${batchId}`;

export const isOfBatch = (correlationId: string): boolean => correlationId.startsWith('batch-');
