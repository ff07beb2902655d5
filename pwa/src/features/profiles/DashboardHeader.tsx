import { useLocation } from 'react-router-dom';
import { Button } from '../../base/ui/Button.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { useWords } from '../../base/words/words.ts';

interface DashboardHeaderProps {
  readonly heading: string;
  readonly username: string;
}

export function DashboardHeader({ heading, username }: DashboardHeaderProps) {
  const words = useWords(dashboard);
  const { pathname } = useLocation();
  const sections = [
    ['/dashboard/profile', words.sections.profile],
    ['/dashboard/activity', words.sections.activity],
  ] as const;
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">{heading}</h1>
        <Button asChild variant="secondary">
          <Link to={`/${username}`}>{words.viewProfile}</Link>
        </Button>
      </div>
      <nav aria-label={words.sections.label} className="mt-6 sm:w-80">
        <ul className="grid auto-cols-fr grid-flow-col gap-1 rounded-full border bg-canvas p-1">
          {sections.map(([to, name]) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={pathname === to ? 'page' : undefined}
                className="grid h-10 place-items-center rounded-full px-4 text-sm font-medium text-muted transition hover:text-fg aria-[current=page]:bg-float aria-[current=page]:text-fg aria-[current=page]:shadow-raised"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
