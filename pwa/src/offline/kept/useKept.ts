import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as v from 'valibot';
import { rememberedUser } from '../../accounts/rememberedUser.ts';
import { isUnreachableError } from '../../api/errors.ts';
import type { KeptQuestion } from './fetchAndKeep.ts';

/** What there is to show, from the server or from this device. */
export interface Shown<T> {
  /** Undefined while it is being asked for, and where neither has it. */
  readonly data: T | undefined;
  /** When the server gave it (milliseconds since 1970), if it can't be asked now; null when it was just asked. */
  readonly asOf: number | null;
  /** The server is out of reach, and this was never opened here. */
  readonly isMissing: boolean;
}

/**
 * What a query shows when the server is out of reach: the answer of before, from memory or from the device. It asks
 * again as soon as the network is back.
 */
export function useKept<S extends v.GenericSchema>(
  query: UseQueryResult<v.InferOutput<S>>,
  question: KeptQuestion<S>,
): Shown<v.InferOutput<S>> {
  const isUnreachable = query.isError && isUnreachableError(query.error);
  const { path, schema } = question;
  const owner = rememberedUser();
  const kept = useQuery({
    queryKey: ['kept', owner?.id ?? null, path],
    queryFn: async () => {
      const { keptAnswer } = await import('./answers.ts');
      const answer = await keptAnswer(owner, path);
      const body = v.safeParse(schema, answer?.body);
      return answer !== null && body.success ? { body: body.output, at: answer.at } : null;
    },
    enabled: isUnreachable && query.data === undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!isUnreachable) return;
    const askAgain = () => void refetch();
    window.addEventListener('online', askAgain);
    return () => window.removeEventListener('online', askAgain);
  }, [isUnreachable, refetch]);
  if (query.data !== undefined) {
    return { data: query.data, asOf: isUnreachable ? query.dataUpdatedAt : null, isMissing: false };
  }
  if (!isUnreachable) return { data: undefined, asOf: null, isMissing: false };
  const isMissing = kept.isError || kept.data === null;
  return { data: kept.data?.body, asOf: kept.data?.at ?? null, isMissing };
}
