import { clsx } from 'clsx';
import { Tabs as RadixTabs } from 'radix-ui';
import type { ComponentProps } from 'react';

export const Tabs = RadixTabs.Root;
export const TabsContent = RadixTabs.Content;

/** Tabs have equal widths. */
export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={clsx('grid auto-cols-fr grid-flow-col gap-1 rounded-full border bg-canvas p-1', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={clsx(
        'h-10 rounded-full px-4 text-sm font-medium text-muted transition hover:text-fg data-[state=active]:bg-float data-[state=active]:shadow-raised data-[state=active]:text-fg',
        className,
      )}
      {...props}
    />
  );
}
