import type { CaseDetails } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { History, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { isNotFoundError } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { adminSearch, adminStart } from '../address/adminState.ts';
import { historyStart } from '../address/historyState.ts';
import { caseQuery } from '../requests/adminQueries.ts';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { CaseReports } from './CaseReports.tsx';
import { ReportedContentView } from './ReportedContentView.tsx';

interface CaseDialogProps {
  /** Null closes the dialog. */
  readonly caseId: string | null;
  readonly onClose: () => void;
}

export function CaseDialog({ caseId, onClose }: CaseDialogProps) {
  const [shown, setShown] = useState(caseId);
  // Keeps the content while the dialog closes.
  if (caseId !== null && caseId !== shown) setShown(caseId);
  return (
    <Dialog open={caseId !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {shown !== null && <CaseDialogContent key={shown} caseId={shown} />}
    </Dialog>
  );
}

function CaseDialogContent({ caseId }: { readonly caseId: string }) {
  const words = useWords(reportCases);
  const [at, setAt] = useState<string | null>(null);
  const { data, isError, error, refetch } = useQuery(caseQuery(caseId, at));
  return (
    <DialogContent
      title={data === undefined ? words.title : words.titles[data.case.kind](`@${data.case.member.username}`)}
      className="sm:max-w-xl"
      isInAddress
    >
      {data !== undefined ? (
        <Details details={data} onShow={setAt} />
      ) : isError ? (
        <ErrorState
          title={isNotFoundError(error) ? words.missing : words.loading}
          {...(isNotFoundError(error) ? {} : { onRetry: () => void refetch() })}
        />
      ) : (
        <Loading className="flex flex-col gap-5">
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-56" />
        </Loading>
      )}
    </DialogContent>
  );
}

interface DetailsProps {
  readonly details: CaseDetails;
  /** Shows the content as it was at a report. */
  readonly onShow: (position: string) => void;
}

function Details({ details, onShow }: DetailsProps) {
  const words = useWords(reportCases);
  const { dateAndTime } = useFormats();
  const content = useRef<HTMLElement>(null);
  const shown = details.reports.find(({ position }) => position === details.at);
  return (
    <>
      <div>
        <CaseFacts item={details.case} />
        <Ways details={details} />
      </div>
      <section
        ref={content}
        tabIndex={-1}
        aria-labelledby="reported-content"
        className="flex flex-col gap-2.5"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 id="reported-content" className="font-medium">
            {words.content.title}
          </h3>
          {shown !== undefined && details.case.kind !== 'message' && (
            <p className="text-xs text-muted">{words.content.asOf(dateAndTime(shown.reportedAt))}</p>
          )}
        </div>
        <ReportedContentView content={details.content} />
      </section>
      <CaseReports
        details={details}
        onShow={(position) => {
          onShow(position);
          content.current?.focus();
        }}
      />
      <CaseDecision item={details.case} />
    </>
  );
}

function Ways({ details: { case: item } }: Pick<DetailsProps, 'details'>) {
  const words = useWords(reportCases);
  const history = { ...historyStart, target: String(item.memberId) };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button asChild size="sm" variant="secondary">
        <Link to={`/${item.member.username}`}>
          <UserRound aria-hidden="true" />
          {words.profileNow}
        </Link>
      </Button>
      <Button asChild size="sm" variant="secondary">
        <Link to={{ search: adminSearch({ ...adminStart, view: 'history', history }) }}>
          <History aria-hidden="true" />
          {words.history}
        </Link>
      </Button>
    </div>
  );
}
