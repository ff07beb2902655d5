import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { send } from '../api/client.ts';
import { toast } from '../ui/toasts.ts';
import { profiles } from '../words/en/profiles.ts';
import { currentWords } from '../words/words.ts';
import { conversationLink } from './conversationLink.ts';

/**
 * Opens the conversation with a member: visitors go to /auth, members to /messages, even when the server could not
 * find the conversation just now (spec §6, §7).
 */
export function useStartConversation(): {
  isStarting: boolean;
  start: (member: { readonly username: string; readonly fullName: string }) => Promise<void>;
} {
  const { user } = useSession();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = useCallback(
    async ({ username, fullName }: { readonly username: string; readonly fullName: string }) => {
      if (user === null) {
        toast(currentWords(profiles).loginToMessage);
        await navigate('/auth');
        return;
      }
      setStarting(true);
      toast({ title: currentWords(profiles).openingConversation });
      try {
        await send(`/api/messages/find-conversation/${encodeURIComponent(username)}`);
      } catch {
        toast({ ...currentWords(profiles).conversationFailed, tone: 'danger' });
      }
      setStarting(false);
      const { to, state } = conversationLink(username, fullName);
      await navigate(to, { state });
    },
    [user, navigate],
  );
  return { isStarting, start };
}
