import type { ReportCase } from '@pmcw/contracts';
import { Badge } from '../../../base/ui/Badge.tsx';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { reports } from '../../../base/words/en/reports/reports.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';

/** Kind, newest reason and number of reports, and the outcome. */
export function CaseFacts({ item }: { readonly item: ReportCase }) {
  const words = useWords(reportCases);
  const { reasons } = useWords(reports);
  const { number } = useFormats();
  const { kind, reason, reports: count, otherReports, closing } = item;
  const counts = [
    words.reports(number(count), count),
    ...(otherReports > 0 ? [words.otherReports(number(otherReports), otherReports)] : []),
  ];
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
      <Badge>{words.kinds[kind]}</Badge>
      <Badge tone="danger">{reasons[reason]}</Badge>
      {closing !== null && <OutcomeBadge outcome={closing.outcome} />}
      <span>{counts.join(' · ')}</span>
    </p>
  );
}
