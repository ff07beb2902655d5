import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, type To } from 'react-router-dom';
import { pageNumbers } from './pageNumbers.ts';

/** Props of `Pagination`. */
export interface PaginationProps {
  readonly page: number;
  readonly totalPages: number;
  /** Where a page is found; pages are links, so that they open in new tabs too. */
  readonly toPage: (page: number) => To;
}

/** The way through the pages of a list; nothing when there is only one. */
export function Pagination({ page, totalPages, toPage }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-1">
      <Step to={page > 1 ? toPage(page - 1) : null} label="Previous page" icon={ChevronLeft} />
      <ul className="flex items-center gap-1">
        {pageNumbers(page, totalPages).map((mark) => (
          <li key={mark}>
            {typeof mark === 'number' ? (
              <PageLink page={mark} isCurrent={mark === page} to={toPage(mark)} />
            ) : (
              <span className="grid size-10 place-items-center text-faint" aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ul>
      <Step to={page < totalPages ? toPage(page + 1) : null} label="Next page" icon={ChevronRight} />
    </nav>
  );
}

interface PageLinkProps {
  readonly page: number;
  readonly isCurrent: boolean;
  readonly to: To;
}

function PageLink({ page, isCurrent, to }: PageLinkProps) {
  return (
    <Link
      to={to}
      aria-label={`Page ${page}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'grid h-10 min-w-10 place-items-center rounded-full px-2 text-sm font-medium tabular-nums transition',
        isCurrent ? 'bg-primary text-on-primary' : 'text-muted hover:bg-raised hover:text-fg',
      )}
    >
      {page}
    </Link>
  );
}

interface StepProps {
  readonly to: To | null;
  readonly label: string;
  readonly icon: typeof ChevronLeft;
}

function Step({ to, label, icon: Icon }: StepProps) {
  const place = 'grid size-10 place-items-center rounded-full';
  if (to === null)
    return (
      <span className={clsx(place, 'text-faint/40')}>{<Icon className="size-4.5" aria-hidden="true" />}</span>
    );
  return (
    <Link
      to={to}
      aria-label={label}
      className={clsx(place, 'text-muted transition hover:bg-raised hover:text-fg')}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </Link>
  );
}
