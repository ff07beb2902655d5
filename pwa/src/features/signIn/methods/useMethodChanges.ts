import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../../base/ui/toastError.ts';
import { signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { sentenceOfFailure } from '../passkeys/ceremony.ts';

interface MethodChange {
  readonly act: () => Promise<unknown>;
  readonly failure: string;
  /** Called once it is done and the list is up to date. */
  readonly onDone: () => void;
}

export interface MethodChanges {
  readonly isPending: boolean;
  /** Never rejects: failures are shown. */
  readonly make: (change: MethodChange) => Promise<void>;
}

export function useMethodChanges(): MethodChanges {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const make = async ({ act, failure, onDone }: MethodChange) => {
    setPending(true);
    try {
      await act();
      await queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
      onDone();
    } catch (error) {
      toastError(failure, error, sentenceOfFailure);
    } finally {
      setPending(false);
    }
  };
  return { isPending, make };
}
