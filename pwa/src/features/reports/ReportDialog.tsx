import { limits, type ReportReason, reportBodySchema, reportReasons, validationTexts } from '@pmcw/contracts';
import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { send } from '../../base/api/client.ts';
import { sentenceOf } from '../../base/api/errors.ts';
import { useLeaveWarning } from '../../base/forms/leaveWarning.ts';
import { useStore } from '../../base/storage/store.ts';
import { Address } from '../../base/ui/Address.tsx';
import { ConfirmDialog } from '../../base/ui/overlays/ConfirmDialog.tsx';
import { RadioList } from '../../base/ui/RadioList.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { toast } from '../../base/ui/toasts.ts';
import { common } from '../../base/words/en/common.ts';
import { reports } from '../../base/words/en/reports/reports.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { StoredMember } from '../../device/offline/database.ts';
import { askedToReport, type Reportable } from './asking.ts';

interface ReportDialogProps {
  /** Offered once a report was sent; null if the member is blocked already. */
  readonly onBlock: ((member: StoredMember) => void) | null;
}

/** Render it once. */
export default function ReportDialog({ onBlock }: ReportDialogProps) {
  const asked = useStore(askedToReport);
  // Keeps the words during the fade-out. Each question has its own form.
  const [shown, setShown] = useState({ about: asked, count: 0 });
  if (asked !== null && asked !== shown.about) setShown({ about: asked, count: shown.count + 1 });
  if (shown.about === null) return null;
  return <Question key={shown.count} about={shown.about} isOpen={asked !== null} onBlock={onBlock} />;
}

interface QuestionProps extends ReportDialogProps {
  readonly about: Reportable;
  readonly isOpen: boolean;
}

function Question({ about, isOpen, onBlock }: QuestionProps) {
  const words = useWords(reports);
  const { leave } = useWords(common);
  const { reported, member } = about;
  const name = `@${member.username}`;
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const report = useMutation({
    mutationFn: (body: v.InferInput<typeof reportBodySchema>) =>
      send('/api/reports', { method: 'POST', body }),
    onSuccess: () => {
      askedToReport.set(null);
      toast({
        title: words.sent,
        description: words.sentText,
        tone: 'success',
        ...(onBlock === null
          ? {}
          : { action: { label: words.block(name), onSelect: () => onBlock(member) } }),
      });
    },
  });
  const body = { reported, reason, text };
  useLeaveWarning(isOpen && text !== '' ? leave : null);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.titles[reported.kind](name)}
      description={words.secret(name)}
      confirmLabel={words.send}
      tone="primary"
      isPending={report.isPending}
      isConfirmDisabled={!v.is(reportBodySchema, body)}
      onConfirm={() => reason !== null && report.mutate({ ...body, reason })}
      onClose={() => askedToReport.set(null)}
    >
      <Subject about={about} />
      <RadioList
        label={words.reason}
        choices={reportReasons.map((value) => ({
          value,
          label: words.reasons[value],
          hint: words.reasonHints[value],
        }))}
        value={reason}
        onValueChange={setReason}
      />
      <Text text={text} isRequired={reason === 'other'} onText={setText} />
      {report.isError && !report.isPending && (
        <p ref={showWhole} role="alert" className="text-sm text-danger">
          {words.failed}. {sentenceOf(report.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}

const showWhole = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'center' });

/** The reported content, without links; renders nothing for a profile. */
function Subject({ about: { reported, excerpt, isPrivate } }: Pick<QuestionProps, 'about'>) {
  const words = useWords(reports);
  if (reported.kind === 'profile') return null;
  return (
    <div className="flex flex-col gap-2.5">
      <div className="rounded-lg border bg-canvas px-4 py-3 text-sm">
        {reported.kind === 'address' ? (
          <Address address={excerpt} />
        ) : (
          <p dir="auto" className="line-clamp-4 overflow-clip whitespace-pre-line wrap-anywhere">
            {excerpt === '' ? words.voiceMessage : excerpt}
          </p>
        )}
      </div>
      {isPrivate && (
        <p className="flex gap-2 text-sm text-muted">
          <Lock aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
          {words.onlyThisMessage}
        </p>
      )}
    </div>
  );
}

interface TextProps {
  readonly text: string;
  readonly isRequired: boolean;
  readonly onText: (text: string) => void;
}

function Text({ text, isRequired, onText }: TextProps) {
  const words = useWords(reports);
  const { optional } = useWords(common);
  const formats = useFormats();
  const [wasLeft, setLeft] = useState(false);
  const count = `${formats.number(text.length)}/${formats.number(limits.reportTextMax)}`;
  const isMissing = isRequired && wasLeft && text.trim() === '';
  return (
    <TextareaField
      label={words.text}
      aside={text === '' && !isRequired ? optional : count}
      error={isMissing ? validationTexts.reasonRequired : undefined}
      rows={3}
      required={isRequired}
      className="min-h-24"
      maxLength={limits.reportTextMax}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  );
}
