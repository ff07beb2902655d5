import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../ui/toasts.ts';
import { sentenceOfFailure } from './ceremony.ts';
import { signInMethodsQuery, wantsProof } from './signInMethodQueries.ts';

/** A change of the ways to sign in. */
export interface Change {
  readonly act: () => Promise<unknown>;
  /** What to say when it is refused. */
  readonly failure: string;
  /** Called once it is done, and the list asked for anew. */
  readonly onDone: () => void;
}

/** Changes of the ways to sign in, of which some wait for a proof that it is the member. */
export interface Changes {
  readonly isPending: boolean;
  /** A change waits for a proof. */
  readonly isProofWanted: boolean;
  /** Makes a change, or has it wait for a proof. Never rejects: what went wrong is told. */
  readonly make: (change: Change) => Promise<void>;
  /** The proof was given: the change that waits is made. */
  readonly goOn: () => void;
  /** Nothing is to be proved: the change is not made. */
  readonly giveUp: () => void;
}

/** Makes changes: where the server wants a fresh proof first, it is asked for, and then what was meant goes on. */
export function useChanges(): Changes {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<Change | null>(null);
  const [isPending, setPending] = useState(false);
  const make = async (change: Change) => {
    setPending(true);
    setWaiting(null);
    try {
      await change.act();
      await queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
      change.onDone();
    } catch (error) {
      if (wantsProof(error)) setWaiting(change);
      else toast({ title: change.failure, description: sentenceOfFailure(error), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  return {
    isPending,
    isProofWanted: waiting !== null,
    make,
    goOn: () => {
      if (waiting !== null) void make(waiting);
    },
    giveUp: () => setWaiting(null),
  };
}
