import { Check } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

/** Props of `Checkbox`. */
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> {
  readonly label: string;
  readonly error?: string | undefined;
}

/** A box to tick, with its words and the reason why it must be. */
export function Checkbox({ label, error, ...props }: CheckboxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div>
      <div className="flex items-center gap-3 py-1">
        <span className="relative grid size-5 shrink-0">
          <input
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : noteId}
            className="peer size-5 appearance-none rounded-[0.375rem] border border-line-strong bg-canvas transition checked:border-primary checked:bg-primary aria-invalid:border-danger"
            {...props}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-primary peer-checked:block"
          />
        </span>
        <label htmlFor={id} className="text-sm text-muted">
          {label}
        </label>
      </div>
      <p id={noteId} className="min-h-4.5 text-[0.8125rem]/4.5 text-danger" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
