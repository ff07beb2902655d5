import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent, RefObject } from 'react';
import { Navigate, type To } from 'react-router-dom';
import { ui } from '../words/en/ui.ts';
import { useFormats } from '../words/formats.ts';
import { useWords } from '../words/words.ts';
import { Link } from './Link.tsx';
import { type PageMark, pageNumbers } from './pageNumbers.ts';

interface PagePlace {
  readonly page: number;
  /** 0 for an empty list. */
  readonly totalPages: number;
}

/** Whether the list ends before this page: its last entry is gone, or a link was wrong. */
export function isBeyondEnd({ page, totalPages }: PagePlace): boolean {
  return totalPages > 0 && page > totalPages;
}

interface PaginationProps extends PagePlace {
  /** Needs `tabIndex={-1}`: gets focus after a page change. */
  readonly list: RefObject<HTMLElement | null>;
  /** Pages are links, so that they can open in new tabs. */
  readonly toPage: (page: number) => To;
  /** `pageNumbers` by default. */
  readonly marksOf?: (page: number, totalPages: number) => readonly PageMark[];
}

/** Renders nothing for a single page; redirects from beyond the last one. */
export function Pagination({ page, totalPages, list, toPage, marksOf = pageNumbers }: PaginationProps) {
  const words = useWords(ui).pages;
  if (isBeyondEnd({ page, totalPages })) return <Navigate replace to={toPage(totalPages)} />;
  if (totalPages <= 1) return null;
  const scrollToStart = ({ defaultPrevented }: MouseEvent) => {
    // Not when the browser opens a new tab.
    if (!defaultPrevented) return;
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed are the links in it
    <nav
      aria-label={words.label}
      onClick={scrollToStart}
      className="flex items-center justify-center gap-1 max-[26rem]:gap-0"
    >
      <Step to={page > 1 ? toPage(page - 1) : null} label={words.previous} icon={ChevronLeft} />
      <ul className="flex items-center gap-1 max-[26rem]:gap-0">
        {marksOf(page, totalPages).map((mark) => (
          <li key={mark}>
            {typeof mark === 'number' ? (
              <PageLink page={mark} isCurrent={mark === page} to={toPage(mark)} />
            ) : (
              <span className="grid size-10 place-items-center text-faint max-[26rem]:w-8" aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ul>
      <Step to={page < totalPages ? toPage(page + 1) : null} label={words.next} icon={ChevronRight} />
    </nav>
  );
}

interface PageLinkProps {
  readonly page: number;
  readonly isCurrent: boolean;
  readonly to: To;
}

function PageLink({ page, isCurrent, to }: PageLinkProps) {
  const words = useWords(ui).pages;
  const formats = useFormats();
  return (
    <Link
      to={to}
      aria-label={words.page(formats.number(page))}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'grid h-10 min-w-10 place-items-center rounded-full px-2 text-sm max-[26rem]:min-w-8 max-[26rem]:px-1 font-medium tabular-nums transition',
        isCurrent ? 'bg-primary text-on-primary' : 'text-muted hover:bg-raised hover:text-fg',
      )}
    >
      {formats.number(page)}
    </Link>
  );
}

interface StepProps {
  readonly to: To | null;
  readonly label: string;
  readonly icon: typeof ChevronLeft;
}

function Step({ to, label, icon: Icon }: StepProps) {
  const place = 'grid size-10 place-items-center rounded-full max-[26rem]:w-8';
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
