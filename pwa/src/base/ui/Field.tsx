import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslated } from '../words/words.ts';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** Beside the label: "optional", a counter. */
  readonly aside?: ReactNode;
  readonly hint?: string | undefined;
  /** Sentences of the contracts are translated. */
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A label, its control, a hint and an error, linked for screen readers. */
export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const translate = useTranslated();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
          {label}
        </label>
        {aside !== undefined && <span className="text-xs text-faint">{aside}</span>}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      <p id={noteId} className="flex min-h-4.5 items-start gap-1.5 text-note" aria-live="polite">
        {error !== undefined ? (
          <>
            <CircleAlert className="mt-px size-4 shrink-0 text-danger" aria-hidden="true" />
            <span className="text-danger">{translate(error)}</span>
          </>
        ) : (
          hint !== undefined && <span className="text-faint">{hint}</span>
        )}
      </p>
    </div>
  );
}
