import type { ReactNode } from 'react';

interface ActionRowProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function ActionRow({ title, text, children }: ActionRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 p-4 max-sm:flex-col max-sm:items-stretch">
      <div className="flex flex-col gap-0.5 text-sm">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
