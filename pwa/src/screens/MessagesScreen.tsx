import { useLocation } from 'react-router-dom';
import { Button } from '../base/ui/Button.tsx';
import { Link } from '../base/ui/Link.tsx';
import { lazyPane } from '../base/ui/lazyScreen.tsx';
import { Spinner } from '../base/ui/Spinner.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { common } from '../base/words/en/common.ts';
import { messages } from '../base/words/en/messages/messages.ts';
import { useWords } from '../base/words/words.ts';
import { rememberedUser } from '../device/offline/rememberedUser.ts';
import { useCurrentMessenger } from '../features/messages/engine/currentMessenger.ts';
import type { ReceivedMessage } from '../features/messages/message/messageActions.ts';
import { askedToReport } from '../features/reports/asking.ts';
import { goingToState } from '../members/session/goingTo.ts';
import { useSession } from '../members/session/session.tsx';

/** Loaded, with its database, while the session is fetched; only members see it. */
const Panes = lazyPane(() => import('../features/messages/Panes.tsx'), Loading);
if (rememberedUser() !== null) Panes.preload();

/** Spec §2 "Messages". */
export default function MessagesScreen() {
  const { heading } = useWords(messages);
  useTitle(heading);
  const { user, isLoading } = useSession();
  const messenger = useCurrentMessenger();
  if (user === null && !isLoading) return <AccessDenied />;
  if (messenger === null || messenger.db.owner.id !== user?.id) return <Loading />;
  return <Panes key={messenger.db.name} messenger={messenger} onReport={askToReport} />;
}

function askToReport({ id, content, sender, isPrivate }: ReceivedMessage): void {
  askedToReport.set({
    reported: { kind: 'message', messageId: id },
    member: sender,
    excerpt: content,
    isPrivate,
  });
}

function Loading() {
  const { loading } = useWords(common);
  return (
    <div className="shell-fill grid place-items-center text-muted">
      <Spinner label={loading} className="size-8" />
    </div>
  );
}

function AccessDenied() {
  const here = goingToState(useLocation());
  const words = useWords(messages);
  return (
    <div className="shell-width shell-fill flex flex-col items-center justify-center gap-6 text-center">
      <h1 className="max-w-sm text-xl">{words.accessDenied}</h1>
      <Button asChild>
        <Link to="/auth" state={here}>
          {words.goToLogin}
        </Link>
      </Button>
    </div>
  );
}
