import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { FieldControl } from './Field.tsx';
import { useInertApp } from './useInertApp.ts';

/** One choice. `value` must not be empty. */
export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** Before the label: a dot, an icon. */
  readonly mark?: ReactNode;
  readonly isDisabled?: boolean;
}

/** Props of `Select`. */
export interface SelectProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly SelectOption<V>[];
  /** The chosen value, or '' for none yet. */
  readonly value: V | '';
  readonly onValueChange: (value: V) => void;
  readonly placeholder?: string;
  readonly className?: string;
  readonly 'aria-label'?: string;
}

/** A picker of one of several choices. */
export function Select<V extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  className,
  ...control
}: SelectProps<V>) {
  const [isOpen, setOpen] = useState(false);
  useInertApp(isOpen);
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onValueChange(option.value);
  };
  return (
    <RadixSelect.Root value={value} onValueChange={choose} open={isOpen} onOpenChange={setOpen}>
      <RadixSelect.Trigger
        className={clsx(
          'field flex h-12 items-center justify-between gap-2 px-4 text-left data-[placeholder]:text-faint [&>span]:min-w-0',
          className,
        )}
        {...control}
      >
        <RadixSelect.Value placeholder={placeholder} />
        <RadixSelect.Icon>
          <ChevronDown className="size-4 text-muted" aria-hidden="true" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-[min(22rem,var(--radix-select-content-available-height))] w-[var(--radix-select-trigger-width)] min-w-44 overflow-hidden rounded-lg border border-line-strong bg-overlay shadow-overlay data-[state=open]:animate-rise"
        >
          <RadixSelect.Viewport className="p-1.5">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function SelectItem({ option }: { readonly option: SelectOption }) {
  return (
    <RadixSelect.Item
      value={option.value}
      disabled={option.isDisabled ?? false}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-45 data-[highlighted]:bg-line-strong"
    >
      <RadixSelect.ItemText>
        <span className="flex min-w-0 items-center gap-2.5">
          {option.mark}
          <span className="truncate">{option.label}</span>
        </span>
      </RadixSelect.ItemText>
      <RadixSelect.ItemIndicator className="ml-auto">
        <Check className="size-4" aria-hidden="true" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
