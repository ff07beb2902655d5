import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../base/ui/toasts.ts';
import { signInMethodsQuery } from '../../members/session/signInMethodQueries.ts';
import { sentenceOfFailure } from './ceremony.ts';

/** A change of the ways to sign in. */
export interface Change {
  readonly act: () => Promise<unknown>;
  /** What to say when it is refused. */
  readonly failure: string;
  /** Called once it is done, and the list asked for anew. */
  readonly onDone: () => void;
}

/** Changes of the ways to sign in. */
export interface Changes {
  readonly isPending: boolean;
  /** Makes a change. Never rejects: what went wrong is told. */
  readonly make: (change: Change) => Promise<void>;
}

/** Makes changes, one at a time. */
export function useChanges(): Changes {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const make = async ({ act, failure, onDone }: Change) => {
    setPending(true);
    try {
      await act();
      await queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
      onDone();
    } catch (error) {
      toast({ title: failure, description: sentenceOfFailure(error), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  return { isPending, make };
}
