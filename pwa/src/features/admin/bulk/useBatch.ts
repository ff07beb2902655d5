import { batchCorrelationId } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { sessionQuery } from '../../../members/session/sessionQuery.ts';
import { type BatchResult, runBatch } from './batch.ts';
import { actOn, type BulkAction, type BulkItem, eventsOfBatch, undoOf } from './bulkActions.ts';

export type BatchState =
  | { readonly step: 'asking' }
  /** The events to undo. */
  | { readonly step: 'collecting' }
  | { readonly step: 'running'; readonly isUndo: boolean; readonly total: number; readonly done: number }
  | {
      readonly step: 'over';
      readonly isUndo: boolean;
      readonly total: number;
      readonly result: BatchResult<BulkItem>;
      readonly batchId: string;
    }
  | { readonly step: 'failed'; readonly error: unknown };

export interface Batch {
  readonly state: BatchState;
  start(items: readonly BulkItem[], action: BulkAction): void;
  /** @param correlationId of the batch */
  undo(correlationId: string): void;
  /** Running requests finish, the rest is left. */
  stop(): void;
  /** @param batchId of this administrator's batch */
  correlationIdOf(batchId: string): string;
}

/** Acts on many members or cases, one request each. */
export function useBatch(): Batch {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BatchState>({ step: 'asking' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function work<Item extends BulkItem>(
    collect: (signal: AbortSignal) => Promise<readonly Item[]>,
    act: (item: Item, batchId: string) => Promise<unknown>,
    isUndo: boolean,
  ): Promise<void> {
    const stopping = new AbortController();
    running.current = stopping;
    const { signal } = stopping;
    setState({ step: 'collecting' });
    try {
      const items = await collect(signal);
      const total = items.length;
      const batchId = uuidv7();
      const onProgress = (done: number, failed: number) =>
        setState({ step: 'running', isUndo, total, done: done + failed });
      onProgress(0, 0);
      const result = await runBatch(items, { act: (item) => act(item, batchId), signal, onProgress });
      setState({ step: 'over', isUndo, total, result, batchId });
    } catch (error) {
      setState({ step: 'failed', error });
    } finally {
      void queryClient.invalidateQueries();
    }
  }

  return {
    state,
    start: (items, action) =>
      void work(
        async () => items,
        (item, batchId) => actOn(item, action, batchId),
        false,
      ),
    undo: (correlationId) =>
      void work(
        async (signal) =>
          (await eventsOfBatch(correlationId, signal)).map((entry) => ({
            entry,
            id: entry.eventId,
            name: entry.target?.username ?? '',
          })),
        ({ entry }, batchId) => undoOf(entry, batchId),
        true,
      ),
    stop: () => running.current?.abort(),
    correlationIdOf: (batchId) =>
      batchCorrelationId(queryClient.getQueryData(sessionQuery.queryKey)?.id ?? 0, batchId),
  };
}
