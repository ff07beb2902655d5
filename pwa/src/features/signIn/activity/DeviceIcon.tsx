import { Monitor, Smartphone } from 'lucide-react';

export function DeviceIcon({ system }: { readonly system: string | null }) {
  const Icon = /^(Android|iP)/.test(system ?? '') ? Smartphone : Monitor;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full border bg-raised text-muted max-[22rem]:hidden"
    >
      <Icon className="size-4" strokeWidth={1.8} />
    </span>
  );
}
