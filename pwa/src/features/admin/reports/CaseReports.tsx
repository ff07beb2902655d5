import type { CaseDetails, MemberReport } from '@pmcw/contracts';
import type { ReactNode } from 'react';
import { Badge } from '../../../base/ui/Badge.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { reports } from '../../../base/words/en/reports/reports.ts';
import { useWords } from '../../../base/words/words.ts';

interface CaseReportsProps {
  readonly details: CaseDetails;
  /** Shows the content as it was at a report. */
  readonly onShow: (position: string) => void;
}

export function CaseReports({ details, onShow }: CaseReportsProps) {
  const words = useWords(reportCases).list;
  const { case: item, at, reports: newest } = details;
  // A message never changes.
  const hasMoments = newest.length > 1 && item.kind !== 'message';
  return (
    <section aria-labelledby="case-reports" className="flex flex-col gap-2.5">
      <h3 id="case-reports" className="font-medium">
        {words.title}
      </h3>
      <ul className="divide-y divide-line rounded-lg border">
        {newest.map((report) => (
          <Report key={report.position} report={report}>
            {hasMoments && report.position === at && (
              <span className="text-xs text-muted">{words.shown}</span>
            )}
            {hasMoments && report.position !== at && (
              <Button
                size="sm"
                variant="ghost"
                className="max-sm:-ml-3.5"
                onClick={() => onShow(report.position)}
              >
                {words.showThen}
              </Button>
            )}
          </Report>
        ))}
      </ul>
      {item.reports > newest.length && <p className="text-xs text-muted">{words.onlyNewest}</p>}
    </section>
  );
}

function Report({ report, children }: { readonly report: MemberReport; readonly children: ReactNode }) {
  const words = useWords(reportCases).list;
  const { reasons } = useWords(reports);
  const { reporter, reason, text, reportedAt } = report;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {reporter === null ? (
            <span className="text-muted">{words.erased}</span>
          ) : (
            <Link to={`/${reporter.username}`} className="truncate font-medium hover:underline">
              @{reporter.username}
            </Link>
          )}
          <Badge>{reasons[reason]}</Badge>
          <RelativeTime at={reportedAt} className="text-xs text-faint" />
        </p>
        {text !== '' && (
          <p dir="auto" className="mt-1 overflow-clip whitespace-pre-line text-muted wrap-anywhere">
            {text}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}
