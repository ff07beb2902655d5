import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { ApiError, sentenceOf } from '../../../base/api/errors.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import { type ConversationKey, isConversationKey } from '../../../device/offline/keys.ts';
import type { Messenger } from '../engine/messenger.ts';
import type { MessagePlace } from '../search/searchDevice.ts';

const stateSchema = v.object({
  conversation: v.custom<ConversationKey>(isConversationKey),
  at: v.optional(v.object({ id: v.string(), order: v.string() })),
});

const askedForSchema = v.object({ fullName: v.string() });

export interface Selected {
  /** Null while only the list is shown. */
  readonly key: ConversationKey | null;
  readonly at: MessagePlace | null;
  readonly isAskedFor: boolean;
  /** The conversation that the address asked for last; the list may not contain it yet. */
  readonly found: ConversationKey | null;
  readonly select: (key: ConversationKey, at?: MessagePlace) => void;
  readonly backToList: () => void;
}

/**
 * The open conversation is in the history state, not in the address: Back leads to the list, and a reload keeps it.
 * `?user=` opens that member's conversation and is removed (spec §2).
 */
export function useSelected(messenger: Messenger): Selected {
  const location = useLocation();
  const navigate = useNavigate();
  const state = v.safeParse(stateSchema, location.state);
  const key = state.success ? state.output.conversation : null;
  const at = state.success ? (state.output.at ?? null) : null;
  const open = useCallback(
    (next: ConversationKey | null, replace: boolean, place?: MessagePlace) =>
      navigate('/messages', { replace, state: next === null ? null : stateOf(next, place) }),
    [navigate],
  );
  const { isAskedFor, found } = useAskedFor(messenger, open);
  return {
    key,
    at,
    isAskedFor,
    found,
    select: (next, place) => void open(next, key !== null, place),
    backToList: () => void open(null, true),
  };
}

const stateOf = (conversation: ConversationKey, at: MessagePlace | undefined) => ({
  conversation,
  ...(at === undefined ? {} : { at: { id: at.id, order: at.order } }),
});

function useAskedFor(
  messenger: Messenger,
  open: (key: ConversationKey | null, replace: boolean) => void | Promise<void>,
): Pick<Selected, 'isAskedFor' | 'found'> {
  const [query] = useSearchParams();
  const [found, setFound] = useState<ConversationKey | null>(null);
  const username = query.get('user');
  const { state } = useLocation();
  useEffect(() => {
    if (username === null) return;
    const asked = v.safeParse(askedForSchema, state);
    const name = asked.success ? asked.output.fullName : username;
    const isOver = new AbortController();
    messenger.findConversation(username, isOver.signal).then(
      (key) => {
        if (isOver.signal.aborted) return;
        setFound(key);
        return open(key, true);
      },
      (error: unknown) => {
        if (isOver.signal.aborted) return;
        const { title, description } = currentWords(messages).toasts.conversationFailed;
        const isNotReceived = error instanceof ApiError && error.code === 'not_received';
        toast({ title, description: isNotReceived ? sentenceOf(error) : description(name), tone: 'danger' });
        return open(null, true);
      },
    );
    return () => isOver.abort();
  }, [messenger, username, state, open]);
  return { isAskedFor: username !== null, found };
}
