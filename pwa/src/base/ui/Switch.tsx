import { clsx } from 'clsx';
import { Switch as RadixSwitch } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  /** Below the label. */
  readonly hint?: string;
  /** For screen readers only, for example in a table column. */
  readonly isLabelHidden?: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** Takes effect at once; for values saved with a form use a `Checkbox`. */
export function Switch({
  label,
  hint,
  isLabelHidden = false,
  isOn,
  onChange,
  disabled,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div className={clsx('flex items-center gap-3', !isLabelHidden && 'justify-between', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex flex-col gap-0.5 text-sm'}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-muted">
            {hint}
          </span>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative h-6.5 w-11 shrink-0 rounded-full border border-control bg-canvas transition after:absolute after:-inset-2 disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      >
        <RadixSwitch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-muted transition data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-primary" />
      </RadixSwitch.Root>
    </div>
  );
}
