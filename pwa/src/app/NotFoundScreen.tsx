import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { useTitle } from './useTitle.ts';

/** What a path that leads nowhere shows (spec §2). */
export default function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <div className="shell-width shell-fill flex flex-col items-center justify-center gap-3 text-center">
      <h1 className="text-2xl">404 Page Not Found</h1>
      <p className="max-w-sm text-muted">Nobody lives at this address, or they have moved away.</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/directory">Browse profiles</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/">Home</Link>
        </Button>
      </div>
    </div>
  );
}
