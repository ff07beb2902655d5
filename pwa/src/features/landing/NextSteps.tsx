import { Button } from '../../base/ui/Button.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { useSession } from '../../members/session/session.tsx';

/** Links members to their dashboard and visitors to sign-up (spec §2), or to the directory. */
export function NextSteps({ start, browse }: { readonly start: string; readonly browse: string }) {
  const { user } = useSession();
  return (
    <>
      <Button asChild size="lg">
        {user === null ? (
          <Link to="/auth" state="register">
            {start}
          </Link>
        ) : (
          <Link to="/dashboard/profile">{start}</Link>
        )}
      </Button>
      <Button asChild size="lg" variant="secondary">
        <Link to="/directory">{browse}</Link>
      </Button>
    </>
  );
}
