import { type ReactNode, useId } from 'react';

interface SettingsCardProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** A card of the dashboard. Receives focus from removed elements inside. */
export function SettingsCard({ title, description, children }: SettingsCardProps) {
  const headingId = useId();
  return (
    <section
      tabIndex={-1}
      aria-labelledby={headingId}
      className="min-w-0 rounded-xl border bg-surface p-5 sm:p-6"
    >
      <h2 id={headingId} className="text-lg">
        {title}
      </h2>
      <p className="mt-0.5 mb-5 text-sm wrap-anywhere text-muted">{description}</p>
      {children}
    </section>
  );
}
