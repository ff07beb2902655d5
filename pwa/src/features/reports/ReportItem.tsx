import { Flag } from 'lucide-react';
import { afterMenu, DropdownMenuItem } from '../../base/ui/overlays/DropdownMenu.tsx';
import { reports } from '../../base/words/en/reports/reports.ts';
import { useWords } from '../../base/words/words.ts';
import { askedToReport, type Reportable } from './asking.ts';

export default function ReportItem({ about }: { readonly about: Reportable }) {
  const words = useWords(reports);
  return (
    <DropdownMenuItem tone="danger" onSelect={afterMenu(() => askedToReport.set(about))}>
      <Flag aria-hidden="true" />
      {words.report}
    </DropdownMenuItem>
  );
}
