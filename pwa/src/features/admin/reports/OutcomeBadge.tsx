import type { CaseOutcome } from '@pmcw/contracts';
import { Badge } from '../../../base/ui/Badge.tsx';
import { reports } from '../../../base/words/en/reports/reports.ts';
import { useWords } from '../../../base/words/words.ts';

export function OutcomeBadge({ outcome }: { readonly outcome: CaseOutcome }) {
  const { outcomes } = useWords(reports);
  return <Badge tone={outcome === 'dismissed' ? 'neutral' : 'success'}>{outcomes[outcome]}</Badge>;
}
