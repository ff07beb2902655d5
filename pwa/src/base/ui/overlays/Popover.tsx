import { clsx } from 'clsx';
import { Popover as RadixPopover } from 'radix-ui';
import type { ComponentProps } from 'react';

export const Popover = RadixPopover.Root;
export const PopoverTrigger = RadixPopover.Trigger;
export const PopoverAnchor = RadixPopover.Anchor;
export const PopoverClose = RadixPopover.Close;

/** Requires `aria-label` or `aria-labelledby`. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof RadixPopover.Content>) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className={clsx(
          'z-50 max-w-[var(--radix-popover-content-available-width)] rounded-lg border border-line-strong bg-float shadow-overlay outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      />
    </RadixPopover.Portal>
  );
}
