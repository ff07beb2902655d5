import { clsx } from 'clsx';
import { Popover as RadixPopover } from 'radix-ui';
import type { ComponentProps } from 'react';

/** A panel that a button opens; a click outside or Escape closes it. */
export const Popover = RadixPopover.Root;
/** Opens its popover; use `asChild` round a button. */
export const PopoverTrigger = RadixPopover.Trigger;
/** What the popover stands beside, where that is not its trigger. */
export const PopoverAnchor = RadixPopover.Anchor;
/** Closes its popover; use `asChild` round a button. */
export const PopoverClose = RadixPopover.Close;

/** The panel. Give it an `aria-label` or `aria-labelledby`. */
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
