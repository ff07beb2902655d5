import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { isUnreachableError } from '../../../base/api/errors.ts';
import { useIsSlow } from '../../../base/ui/useIsSlow.ts';
import { rememberedUser } from '../rememberedUser.ts';
import type { KeptQuestion } from './fetchAndKeep.ts';

/** What there is to show, from the server or from this device. */
export interface Shown<T> {
  /** Undefined while it is being asked for, and where neither has it. */
  readonly data: T | undefined;
  /** When the server gave it (milliseconds since 1970), if it can't be asked now or has not answered yet; null when it was just asked. */
  readonly asOf: number | null;
  /** The server is out of reach, and this was never opened here. */
  readonly isMissing: boolean;
  /** What this device has is shown while the server has still not answered. */
  readonly isAwaited: boolean;
}

/**
 * What a query shows when the server is out of reach, or keeps one waiting: the answer of before, from memory or from the
 * device. It is asked again as soon as the network, or the server, is back (`askAgainWhenBack`).
 */
export function useKept<S extends v.GenericSchema>(
  query: UseQueryResult<v.InferOutput<S>>,
  question: KeptQuestion<S>,
): Shown<v.InferOutput<S>> {
  const isUnreachable = query.isError && isUnreachableError(query.error);
  const isSlow = useIsSlow(query.isFetching && query.data === undefined);
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
    enabled: (isUnreachable || isSlow) && query.data === undefined,
    staleTime: 0,
    gcTime: 0,
  });
  if (query.data !== undefined) {
    const asOf = isUnreachable ? query.dataUpdatedAt : null;
    return { data: query.data, asOf, isMissing: false, isAwaited: false };
  }
  // What the server said, and be it a refusal, counts more than what is kept.
  if (query.isError && !isUnreachable)
    return { data: undefined, asOf: null, isMissing: false, isAwaited: false };
  const isAwaited = isSlow && !isUnreachable;
  // What was shown once stays, also while the server is asked again.
  const isMissing = isUnreachable && (kept.isError || kept.data === null);
  return { data: kept.data?.body, asOf: kept.data?.at ?? null, isMissing, isAwaited };
}
