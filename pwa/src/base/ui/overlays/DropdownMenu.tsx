import { clsx } from 'clsx';
import { DropdownMenu as RadixMenu } from 'radix-ui';
import type { ComponentProps } from 'react';

/** Not modal: the rest of the screen stays usable. */
export function DropdownMenu(props: Omit<ComponentProps<typeof RadixMenu.Root>, 'modal'>) {
  return <RadixMenu.Root modal={false} {...props} />;
}
export const DropdownMenuTrigger = RadixMenu.Trigger;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className={clsx(
          'z-50 min-w-52 rounded-lg border border-line-strong bg-float p-1.5 shadow-overlay data-[state=closed]:animate-sink data-[state=open]:animate-rise',
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  );
}

interface DropdownMenuItemProps extends ComponentProps<typeof RadixMenu.Item> {
  readonly tone?: 'default' | 'danger';
}

export function DropdownMenuItem({ tone = 'default', className, ...props }: DropdownMenuItemProps) {
  return (
    <RadixMenu.Item
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-line-strong [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'danger' ? 'text-danger' : 'text-fg [&_svg]:text-muted',
        className,
      )}
      {...props}
    />
  );
}

/**
 * For an item that opens a dialog: moves focus to the menu's button first, to which the dialog returns it. A closing
 * menu would do that too late.
 */
export function afterMenu(openDialog: () => void): (selection: Event) => void {
  return ({ target }) => {
    const menu = target instanceof Element ? target.closest('[role=menu]') : null;
    const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
    requestAnimationFrame(() => {
      button?.focus({ preventScroll: true });
      openDialog();
    });
  };
}
