import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyListProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function EmptyList({ icon: Icon, title, text, children }: EmptyListProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <Icon aria-hidden="true" className="mb-1 size-7 text-faint" strokeWidth={1.6} />
      <p className="text-sm font-medium [overflow-wrap:anywhere]">{title}</p>
      <p className="text-sm text-muted">{text}</p>
      {children}
    </div>
  );
}
