import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { ApiError, isUnreachableError } from '../../../base/api/errors.ts';
import { useIsSlow } from '../../../base/ui/useIsSlow.ts';
import { rememberedUser } from '../rememberedUser.ts';
import type { KeptQuestion } from './fetchAndKeep.ts';

/** Why there is no answer: the server is out of reach, busy, or slow. */
export type Obstacle = 'away' | 'busy' | 'slow';

interface KeptData<T> {
  /** Undefined while loading, and if neither server nor device has it. */
  readonly data: T | undefined;
  /** When the server answered (milliseconds since 1970), if it can't be asked now or is slow; otherwise null. */
  readonly asOf: number | null;
  readonly isMissing: boolean;
  /** Only meaningful where `asOf` is given or the data is missing. */
  readonly obstacle: Obstacle;
}

/**
 * Shows the earlier answer, from memory or the device, while the server is unreachable, busy or slow. `refetchWhenBack`
 * refetches.
 */
export function useKept<S extends v.GenericSchema>(
  query: UseQueryResult<v.InferOutput<S>>,
  question: KeptQuestion<S>,
): KeptData<v.InferOutput<S>> {
  const isUnreachable = query.isError && isUnreachableError(query.error);
  const obstacle = !isUnreachable ? 'slow' : query.error instanceof ApiError ? 'busy' : 'away';
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
    return { data: query.data, asOf, isMissing: false, obstacle };
  }
  // The server's answer, even a refusal, takes precedence.
  if (query.isError && !isUnreachable) return { data: undefined, asOf: null, isMissing: false, obstacle };
  // Data already shown stays while the server is asked again.
  const isMissing = isUnreachable && (kept.isError || kept.data === null);
  return { data: kept.data?.body, asOf: kept.data?.at ?? null, isMissing, obstacle };
}
