import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslated } from '../words/words.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> {
  readonly label: ReactNode;
  /** Below the label. */
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** The box alone; the caller labels it. */
export function CheckMark(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative grid size-5 shrink-0">
      <input
        type="checkbox"
        className="peer size-5 appearance-none rounded-[0.375rem] border border-control bg-[var(--field)] transition checked:border-primary checked:bg-primary disabled:opacity-60 aria-invalid:border-danger"
        {...props}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-primary peer-checked:block"
      />
    </span>
  );
}

export function Checkbox({ label, hint, error, ...props }: CheckboxProps) {
  const id = useId();
  const translate = useTranslated();
  const noteId = `${id}-note`;
  return (
    <div>
      <div className="flex items-start gap-3 py-1">
        <CheckMark
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined && hint === undefined ? undefined : noteId}
          {...props}
        />
        <label htmlFor={id} className="text-sm text-muted">
          {label}
        </label>
      </div>
      <p
        id={noteId}
        className={clsx('min-h-4.5 pl-8 text-note', error === undefined ? 'text-faint' : 'text-danger')}
        aria-live="polite"
      >
        {error === undefined ? hint : translate(error)}
      </p>
    </div>
  );
}
