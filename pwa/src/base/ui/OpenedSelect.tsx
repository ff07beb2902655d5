import { Check } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import { useState } from 'react';
import { useInertApp } from './overlays/useInertApp.ts';
import { type OpenedSelectProps, OptionFace, SelectIcon, type SelectOption } from './selectParts.tsx';

export default function OpenedSelect({
  options,
  value,
  onChoose,
  placeholder,
  look,
  ...control
}: OpenedSelectProps) {
  const [isOpen, setOpen] = useState(true);
  useInertApp(isOpen);
  return (
    <RadixSelect.Root value={value} onValueChange={onChoose} open={isOpen} onOpenChange={setOpen}>
      <RadixSelect.Trigger className={look} {...control}>
        <RadixSelect.Value placeholder={placeholder} />
        <RadixSelect.Icon>
          <SelectIcon />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-[min(22rem,var(--radix-select-content-available-height))] w-[var(--radix-select-trigger-width)] min-w-44 overflow-hidden rounded-lg border border-line-strong bg-float shadow-overlay data-[state=open]:animate-rise"
        >
          <RadixSelect.Viewport className="p-1.5 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden">
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
        <OptionFace option={option} />
      </RadixSelect.ItemText>
      <RadixSelect.ItemIndicator className="ml-auto">
        <Check className="size-4" aria-hidden="true" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
