import { texts } from '@pmcw/contracts';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { type ConversationKey, isConversationKey } from '../offline/keys.ts';
import { toast } from '../ui/toasts.ts';
import type { Messenger } from './messenger.ts';

const stateSchema = v.object({ conversation: v.custom<ConversationKey>(isConversationKey) });

/** Which conversation is open, and how another one is. */
export interface Selected {
  /** Null while only the list is looked at. */
  readonly key: ConversationKey | null;
  readonly select: (key: ConversationKey) => void;
  readonly backToList: () => void;
}

/**
 * The open conversation is part of the browser's history, not of the address: the back button leads from a thread to
 * the list, and a reload keeps it. `?user=` opens that member's conversation and goes from the address (spec §2).
 */
export function useSelected(messenger: Messenger): Selected {
  const location = useLocation();
  const navigate = useNavigate();
  const state = v.safeParse(stateSchema, location.state);
  const key = state.success ? state.output.conversation : null;
  const open = useCallback(
    (next: ConversationKey | null, replace: boolean) =>
      navigate('/messages', { replace, state: next === null ? null : { conversation: next } }),
    [navigate],
  );
  useAskedFor(messenger, open);
  return {
    key,
    select: (next) => void open(next, key !== null),
    backToList: () => void open(null, true),
  };
}

/** Opens the conversation that the address asks for. */
function useAskedFor(
  messenger: Messenger,
  open: (key: ConversationKey | null, replace: boolean) => void | Promise<void>,
): void {
  const [query] = useSearchParams();
  const username = query.get('user');
  useEffect(() => {
    if (username === null) return;
    let isCurrent = true;
    messenger.findConversation(username).then(
      (key) => isCurrent && open(key, true),
      () => {
        if (!isCurrent) return;
        const { title, description } = texts.messages.toasts.conversationFailed;
        toast({ title, description: description(username), tone: 'danger' });
        return open(null, true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [messenger, username, open]);
}
