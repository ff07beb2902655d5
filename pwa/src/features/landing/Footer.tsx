import { Link } from '../../base/ui/Link.tsx';
import { LogoMark } from '../../base/ui/Logo.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { GroupLink } from '../../members/settings/GroupLink.tsx';

const linkClass = 'rounded-sm py-1.5 text-muted transition hover:text-fg';

export function Footer() {
  const words = useWords(landing).footer;
  return (
    <footer className="border-t">
      <div className="shell-width flex flex-wrap items-start justify-between gap-x-10 gap-y-6 py-10 text-sm">
        <div className="flex items-center gap-3">
          <LogoMark className="size-7" />
          <div>
            <p className="font-semibold">PMCW</p>
            <p className="text-muted">{words.text}</p>
          </div>
        </div>
        <nav aria-label={words.label}>
          <ul className="flex flex-wrap gap-x-6">
            <li className="flex">
              <Link to="/directory" className={linkClass}>
                {words.directory}
              </Link>
            </li>
            <li className="flex">
              <GroupLink className={linkClass}>{words.group}</GroupLink>
            </li>
            <li className="flex">
              <Link to="/terms" className={linkClass}>
                {words.terms}
              </Link>
            </li>
            <li className="flex">
              <Link to="/privacy" className={linkClass}>
                {words.privacy}
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
