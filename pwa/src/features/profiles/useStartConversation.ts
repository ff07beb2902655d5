import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { send } from '../../base/api/client.ts';
import { toast } from '../../base/ui/toasts.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { currentWords } from '../../base/words/words.ts';
import { conversationLink } from '../../members/look/conversationLink.ts';
import { useSession } from '../../members/session/session.tsx';

/** Leads visitors to /auth and members to /messages, even if the server did not find the conversation (spec §6, §7). */
export function useStartConversation(): {
  isStarting: boolean;
  start: (member: { readonly username: string; readonly fullName: string }) => Promise<void>;
} {
  const { user } = useSession();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = useCallback(
    async ({ username, fullName }: { readonly username: string; readonly fullName: string }) => {
      const { to, state } = conversationLink(username, fullName);
      if (user === null) {
        toast(currentWords(profiles).loginToMessage);
        await navigate('/auth', { state: { goingTo: to } });
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
      await navigate(to, { state });
    },
    [user, navigate],
  );
  return { isStarting, start };
}
