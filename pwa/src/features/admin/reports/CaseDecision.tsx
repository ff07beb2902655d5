import { caseOutcomes, isVisible, limits, type ReportCase, validationTexts } from '@pmcw/contracts';
import { useRef, useState } from 'react';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { TextareaField } from '../../../base/ui/TextareaField.tsx';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { CaseUndo } from './CaseUndo.tsx';
import { useCloseCase } from './caseMutation.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';

/** Asks for a decision, or shows it. */
export function CaseDecision({ item }: { readonly item: ReportCase }) {
  const words = useWords(reportCases).decision;
  return (
    // Takes focus from the pressed button, which disappears with the form.
    <section aria-labelledby="case-decision" tabIndex={-1} className="flex flex-col gap-2.5">
      <h3 id="case-decision" className="font-medium">
        {words.title}
      </h3>
      {item.closing === null ? <DecisionForm item={item} /> : <Closing item={item} closing={item.closing} />}
    </section>
  );
}

function DecisionForm({ item: { id, kind } }: { readonly item: ReportCase }) {
  const words = useWords(reportCases).decision;
  const formats = useFormats();
  const close = useCloseCase(id);
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = !isVisible(reason);
  useLeaveWarning(isMissing ? null : words.leave);
  const outcomes = caseOutcomes.filter((outcome) => kind === 'message' || outcome !== 'message_removed');
  return (
    <>
      <TextareaField
        ref={field}
        label={words.reason}
        aside={`${formats.number(reason.length)}/${formats.number(limits.requestMessageMax)}`}
        hint={words.reasonHint}
        error={wasTried && isMissing ? validationTexts.reasonRequired : undefined}
        rows={3}
        required
        className="min-h-24"
        maxLength={limits.requestMessageMax}
        placeholder={words.reasonPlaceholder}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:justify-end">
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            ref={passFocusOn}
            variant={outcome === 'suspended' ? 'danger' : 'secondary'}
            className="max-sm:whitespace-normal"
            isPending={close.isPending && close.variables.outcome === outcome}
            aria-disabled={close.isPending}
            onClick={() => {
              setTried(true);
              if (isMissing) field.current?.focus();
              else close.mutate({ outcome, reason: reason.trim() });
            }}
          >
            {words.names[outcome]}
          </Button>
        ))}
      </div>
    </>
  );
}

interface ClosingProps {
  readonly item: ReportCase;
  readonly closing: NonNullable<ReportCase['closing']>;
}

function Closing({ item, closing }: ClosingProps) {
  const { dateAndTime } = useFormats();
  return (
    <>
      <div className="rounded-lg border bg-canvas p-4 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <OutcomeBadge outcome={closing.outcome} />
          <time dateTime={closing.closedAt} className="text-xs text-muted">
            {dateAndTime(closing.closedAt)}
          </time>
        </p>
        <p dir="auto" className="mt-2 overflow-clip whitespace-pre-line wrap-anywhere">
          {closing.reason}
        </p>
      </div>
      <CaseUndo item={item} closing={closing} />
    </>
  );
}
